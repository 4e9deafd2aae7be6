/**
 * Decides whether a transfer in the mirror is explained by what was requested and recorded here. Pure;
 * lib/server/transfer-watch/watch-transfers.ts reads the facts and does what is decided:
 * docs/specification/send-protocol.md#watch.
 *
 * | reference of | its send                                     | verdict                                       |
 * | ------------ | -------------------------------------------- | --------------------------------------------- |
 * | a request    | none: not approved, rejected, expired, ...   | alarm                                         |
 * | a request    | ACCEPTED, with this transfer                 | explained                                     |
 * | a request    | ACCEPTED, with another transfer              | alarm                                         |
 * | a request    | REFUSED: declined, or closed as not sent     | alarm                                         |
 * | a request    | QUEUED, SENDING, UNKNOWN, HOLD; no other has | wait: the claim or the reconciliation decides |
 * | a request    | QUEUED, SENDING, UNKNOWN, HOLD; several have | alarm                                         |
 * | no request   | recorded with this transfer                  | explained                                     |
 * | no request   | an open one may be this transfer             | wait                                          |
 * | no request   | none; a new withdrawal                       | alarm, unless others may use its profile      |
 */
import type { RequestState } from '@/lib/requests/decisions';
import type { SendState } from '@/lib/sends/send-machine';
import { TheService } from '@/lib/text/service-name';

/**
 * Kinds of alarms about transfers, as stored: `reference` is about a request, `foreign` about none; `unaudited` is
 * about a request that is recorded with the transfer and whose creation or approvals the audit log does not have.
 */
export const TRANSFER_ALARM_KINDS = ['foreign', 'reference', 'unaudited'] as const;
export type TransferAlarmKind = (typeof TRANSFER_ALARM_KINDS)[number];

/** What is known of a transfer in the mirror. */
export interface WatchedTransfer {
  transferId: string;
  /** The request with exactly its reference. */
  request: {
    state: RequestState;
    send: { state: SendState; transferId: string | null; hasAlarm: boolean } | null;
  } | null;
  /** Whether other transfers have the same reference. */
  hasOthers: boolean;
  /** Whether a send is recorded with this transfer. */
  isRecorded: boolean;
  /** Whether it is a withdrawal, created since the first full check of the mirror was complete. */
  isNewWithdrawal: boolean;
  /** Whether two people named its profile as one from which others may send. */
  isOfExternalProfile: boolean;
  /** Whether it equals a send of unknown outcome in everything but the reference, which it lacks. */
  mayBeOpenSend: boolean;
}

export type WatchVerdict = 'explained' | 'wait' | 'foreign' | 'reference';

/** Decides about one transfer: explained, to be looked at again later, or an alarm of a kind. */
export function judgeTransfer(watched: WatchedTransfer): WatchVerdict {
  const { request, isRecorded, isNewWithdrawal, isOfExternalProfile, mayBeOpenSend } = watched;
  if (request) return judgeReference(watched, request.send);
  if (isRecorded || !isNewWithdrawal || isOfExternalProfile) return 'explained';
  return mayBeOpenSend ? 'wait' : 'foreign';
}

function judgeReference(
  { transferId, hasOthers }: WatchedTransfer,
  send: NonNullable<WatchedTransfer['request']>['send'],
): WatchVerdict {
  switch (send?.state) {
    case undefined:
      return 'reference';
    case 'ACCEPTED':
      return send.transferId === transferId ? 'explained' : 'reference';
    case 'REFUSED':
      // Before there was this watcher, the alarm of such a send was stored with it.
      return send.hasAlarm ? 'explained' : 'reference';
    case 'QUEUED':
    case 'SENDING':
    case 'UNKNOWN':
    case 'HOLD':
      return hasOthers ? 'reference' : 'wait';
  }
}

/** What an alarm says of its transfer, as stored. */
export interface TransferAlarmDetail {
  profileId: string;
  asset: string;
  network: string;
  amount: string;
  address: string;
  /** As the service wrote it; empty where it has none. */
  createdAt: string;
  refId: string;
  /** State of the request and its send when the alarm was raised, and the transfer recorded with it. */
  requestState?: RequestState | undefined;
  sendState?: SendState | undefined;
  recordedId?: string | undefined;
  /** Sentence that says what the audit log does not have. */
  missingEntry?: string | undefined;
}

/** Alarm about a transfer, as pages show it. Times are ISO 8601. */
export interface TransferAlarm {
  /** Empty for a transfer of a profile that the reader does not see. */
  transferId: string;
  kind: TransferAlarmKind;
  requestId: string | null;
  detail: TransferAlarmDetail;
  raisedAt: string;
}

/**
 * Leaves out of an alarm what is about the transfer, for a reader who sees the request but not the transfer's profile.
 */
export function hideTransfer(detail: TransferAlarmDetail): Pick<TransferAlarm, 'transferId' | 'detail'> {
  const { refId, requestState, sendState, recordedId, missingEntry } = detail;
  const hidden = { profileId: '', asset: '', network: '', amount: '', address: '', createdAt: '' };
  return { transferId: '', detail: { ...hidden, refId, requestState, sendState, recordedId, missingEntry } };
}

/** Explains an alarm: what happened, whether the console sends anything, and what to do next. */
export function explainTransferAlarm({
  kind,
  transferId,
  detail,
}: Omit<TransferAlarm, 'raisedAt' | 'requestId'>): string {
  const transfer = transferId === '' ? 'a transfer of another profile' : `transfer ${transferId}`;
  if (kind === 'foreign') {
    return (
      `A withdrawal that nobody requested here: ${describeTransfer(detail)}, ${transfer}. ` +
      'The console did not send it. Find out who did. If nobody can say, revoke the credential at the service: it has leaked.'
    );
  }
  if (kind === 'unaudited') {
    return (
      `${transfer.replace(/^./, (letter) => letter.toUpperCase())} was sent with the reference ${detail.refId}. ${detail.missingEntry ?? ''} ` +
      'Its rows may have been written into the database. Stop sending, then ask the requester and the approvers.'
    );
  }
  return (
    `${TheService()} has ${transfer} with the reference ${detail.refId}, ${explainReference(detail)}. ` +
    'The console sends nothing more for it. Find out whether it was paid twice, or by others, before you pay it again.'
  );
}

function describeTransfer({ amount, asset, profileId, address, network }: TransferAlarmDetail): string {
  const from = profileId === '' ? '' : ` from profile ${profileId}`;
  return `${[amount, asset].filter(Boolean).join(' ') || 'an unknown amount'}${from} to ${address || 'an unknown address'} on ${network || 'an unknown network'}`;
}

function explainReference({ sendState, recordedId, requestState }: TransferAlarmDetail): string {
  if (sendState === 'ACCEPTED') return `although this withdrawal was accepted as transfer ${recordedId ?? 'unknown'}`;
  if (sendState === 'REFUSED') return 'although this withdrawal ended as not sent';
  if (sendState !== undefined) return 'and another transfer has the same reference';
  return `although this withdrawal was never sent (${requestState ?? 'unknown'})`;
}
