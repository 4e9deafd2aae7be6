import type { RequestSummary } from '@/lib/requests/request-summary';
import { explainHold } from '@/lib/sends/explain-send';
import type { HoldReason } from '@/lib/sends/send-machine';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { joinList } from '@/lib/text/join-list';
import { formatDate } from '@/lib/text/locale';
import { theService } from '@/lib/text/service-name';
import { describeStatus } from '@/lib/transfers/describe-status';

/** The facts of a request that tell its outcome. Times are ISO 8601; texts are as people and the service wrote them. */
export interface OutcomeFacts extends Pick<
  RequestSummary,
  'state' | 'requesterName' | 'createdAt' | 'expiresAt' | 'follows' | 'followedBy'
> {
  approvals: Pick<RequestSummary['approvals'], 'given' | 'required'> & {
    /** Who approved the current version, in the order of their approvals, without approvals that do not count. */
    personNames?: readonly string[] | undefined;
    /** Time of the last of those approvals. */
    lastAt?: string | undefined;
  };
  /** True once the time to decide is over, even if the stored state does not say so yet. */
  isExpired: boolean;
  /** True where the database was restored from a backup since: the request may have been approved and paid. */
  isBeforeRestore?: boolean | undefined;
  /** The rejection of the current version; null where there is none. */
  rejection: { personName: string; at: string; reason: string } | null;
  /** Time of the last change of the state. */
  changedAt: string;
  send: SendFacts | null;
}

type SendFacts = NonNullable<RequestSummary['send']> & {
  /** True where an attempt may have gone through without a known outcome. */
  isAmbiguous: boolean;
  /** Time of the last change of the send. */
  changedAt: string;
  transferId: string | null;
  /** The time before which a limit over time of the policy lets it not leave; null once that has passed. */
  leavesAt?: string | null;
  /** Why the console put off sending it; null where it did not. */
  postponedReason?: string | null;
  /**
   * Time at which the service last changed a completed transfer, so no earlier than its completion; null where the
   * transfer is not completed, or the console has no copy of it.
   */
  completedBy?: string | null | undefined;
  hold: HoldReason | null;
  /** The reason why the service declined the withdrawal, as a title and a sentence; null where it did not. */
  declineReason: string | null;
  /** What to do about that reason. */
  declineNext?: string | null;
};

/** A request with the facts that tell its outcome. */
export interface RequestWithOutcome extends RequestSummary {
  outcome: OutcomeFacts;
  /** The requester's note; never sent. */
  note: string;
}

/** The outcome of a request for a person who asks about a payment. */
export interface RequestOutcome {
  /** What happened to the request, complete in itself. */
  sentence: string;
  /** Tells whether a withdrawal was sent; `unknown` where the service may have carried it out. */
  wasSent: 'yes' | 'no' | 'unknown';
}

/** How to write the outcome. */
export interface OutcomeWording {
  /** The time zone of the days (IANA name); UTC where it is left out, the reader's own where undefined is given. */
  timeZone?: string | undefined;
  /** False leaves out the names of people, for texts that leave the desk. */
  hasNames?: boolean;
}

const MAX_LENGTH = 300;
const MAX_NAMES = 5;
const DO_NOT_REPEAT = 'Do not request it again before that is known.';

/**
 * Describes the outcome of a request in one or two sentences, such as "Requested here on 12 Nov 2026 by finance,
 * rejected by approver on 13 Nov 2026: wrong address. Never sent."
 */
export function describeRequestOutcome(
  facts: OutcomeFacts,
  wording: OutcomeWording = { timeZone: 'UTC' },
): RequestOutcome {
  const words = createWords('timeZone' in wording ? wording : { ...wording, timeZone: 'UTC' });
  const { rest, wasSent } = facts.send ? describeSend(facts, facts.send, words) : describeState(facts, words);
  const requested = `Requested here on ${words.day(facts.createdAt)}${words.by(facts.requesterName)}`;
  const links = describeLinks(facts);
  // What happened between the backup and the restore is in no row.
  if (wasSent === 'no' && facts.isBeforeRestore === true && !isOver(facts))
    return { sentence: `${requested}, ${rest.replace(NOT_SENT, ` ${RESTORED}`)}${links}`, wasSent: 'unknown' };
  return { sentence: `${requested}, ${rest}${links}`, wasSent };
}

/** Names the requests before and after this one (docs/specification/send-protocol.md#requested-again). */
function describeLinks({ follows, followedBy }: OutcomeFacts): string {
  return [
    follows && ` Follows ${readable(follows.refId)}.`,
    followedBy && ` Requested again as ${readable(followedBy.refId)}.`,
  ]
    .filter(Boolean)
    .join('');
}

const NOT_SENT = / (?:Never sent|Not sent(?: yet)?)\.$/;
const RESTORED =
  'The database was restored from a backup since, so it is not known whether the withdrawal was sent. ' +
  `Look its reference up under Transfers. ${DO_NOT_REPEAT}`;

/** Tells whether nothing more can have happened to a request after the backup. */
function isOver({ state, send }: OutcomeFacts): boolean {
  return state === 'CANCELLED' || send?.state === 'REFUSED';
}

interface Words {
  day: (iso: string) => string;
  /** A day with its time, and with the zone where that is UTC. */
  time: (iso: string) => string;
  /** The name of a person as " by NAME"; empty where names are left out. */
  by: (personName: string) => string;
  /** Names of people as " by NAME and NAME"; empty where names are left out, or there are none. */
  byAll: (personNames: readonly string[]) => string;
}

interface Part {
  /** The sentence after "Requested here on ..., ". */
  rest: string;
  wasSent: RequestOutcome['wasSent'];
}

function formatTime(iso: string, format: Intl.DateTimeFormatOptions): string {
  return Number.isNaN(Date.parse(iso)) ? readable(iso) : formatDate(new Date(iso), format);
}

function createWords({ timeZone, hasNames = true }: OutcomeWording): Words {
  const days = { day: 'numeric', month: 'short', year: 'numeric', timeZone } as const;
  return {
    day: (iso) => formatTime(iso, days),
    time: (iso) =>
      `${formatTime(iso, { ...days, hour: '2-digit', minute: '2-digit' })}${timeZone === 'UTC' ? ' UTC' : ''}`,
    by: (personName) => (hasNames ? ` by ${readable(personName)}` : ''),
    byAll: (names) => (hasNames && names.length > 0 ? ` by ${joinNames(names)}` : ''),
  };
}

function joinNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map(readable);
  const others = names.length - shown.length;
  return joinList(others > 0 ? [...shown, `${others} ${others === 1 ? 'other' : 'others'}`] : shown);
}

function describeState(facts: OutcomeFacts, { day, by, byAll }: Words): Part {
  const { approvals, rejection, changedAt, expiresAt, isExpired } = facts;
  const given = `${approvals.given} of ${approvals.required} approvals`;
  const approvedBy = byAll(approvals.personNames ?? []);
  switch (facts.state) {
    case 'DRAFT':
      return never('not submitted. Never sent.');
    case 'AWAITING_APPROVAL':
      return isExpired
        ? never(`expired on ${day(expiresAt)} with ${given}${approvedBy}. Never sent.`)
        : never(`awaiting approval until ${day(expiresAt)}: ${given} given${approvedBy}. Not sent yet.`);
    case 'REJECTED':
      return never(
        rejection === null
          ? `rejected on ${day(changedAt)}. Never sent.`
          : `rejected${by(rejection.personName)} on ${day(rejection.at)}${because(rejection.reason)} Never sent.`,
      );
    case 'EXPIRED':
      return never(`expired on ${day(expiresAt)} with ${given}${approvedBy}. Never sent.`);
    case 'CANCELLED':
      return never(`cancelled by the requester on ${day(changedAt)}. Never sent.`);
    case 'APPROVED':
      // Only the remainder of a test payment is approved and has no send.
      return never(
        `${describeApproval(approvals, { day, byAll })}, and locked until the test payment is confirmed. Not sent yet.`,
      );
    case 'SENT':
      return { rest: `sent to ${theService()}.`, wasSent: 'yes' };
  }
}

/** Describes complete approvals: by whom and when the last one was given, or their number where that is not known. */
function describeApproval(
  { given, required, personNames = [], lastAt }: OutcomeFacts['approvals'],
  { day, byAll }: Pick<Words, 'day' | 'byAll'>,
): string {
  const by = byAll(personNames);
  return `approved${by === '' ? ` (${given} of ${required})` : by}${lastAt === undefined ? '' : ` on ${day(lastAt)}`}`;
}

function describeSend({ approvals }: OutcomeFacts, send: SendFacts, words: Words): Part {
  const { day } = words;
  const approved = describeApproval(approvals, words);
  switch (send.state) {
    case 'QUEUED':
      return send.isAmbiguous
        ? unknown(`${approved}, waiting to be sent again. An earlier attempt may have been sent. ${DO_NOT_REPEAT}`)
        : never(`${approved}, waiting to be sent${leaving(send, words)} Not sent yet.`);
    case 'SENDING':
      return unknown(`${approved}, being sent now. It is not known yet whether the withdrawal was sent.`);
    case 'UNKNOWN':
      return unknown(
        `${approved}. It is not known whether the withdrawal was sent: ` +
          `the console is searching for it at ${theService()}. ${DO_NOT_REPEAT}`,
      );
    case 'HOLD':
      return describeHold(send, approved);
    case 'REFUSED':
      if (send.isClosed)
        return never(`${approved}, closed as not sent by two people on ${day(send.changedAt)}. It will not be sent.`);
      return never(
        `${approved}, declined by ${theService()} on ${day(send.changedAt)}${because(send.declineReason ?? '')} Never sent.`,
      );
    case 'ACCEPTED':
      return { rest: `${approved}, ${describeTransfer(send, words)}`, wasSent: 'yes' };
  }
}

function leaving({ leavesAt, postponedReason }: SendFacts, { time }: Words): string {
  if (leavesAt) return `, by a limit over time no earlier than ${time(leavesAt)}.`;
  return because(postponedReason ?? '');
}

function describeHold({ hold, isAmbiguous }: SendFacts, approved: string): Part {
  const reason = hold === null ? '.' : because(explainHold(hold).title);
  // These holds come before an attempt, unless an earlier one was ambiguous.
  const isUnsent = !isAmbiguous && hold !== null && ['held', 'changed', 'limit', 'policy'].includes(hold.kind);
  return isUnsent
    ? never(`${approved}, on hold${reason} Not sent.`)
    : unknown(
        `${approved}, on hold${reason} It is not known whether the withdrawal was sent; two people must decide. ` +
          DO_NOT_REPEAT,
      );
}

function describeTransfer({ transferId, transferStatus, completedBy }: SendFacts, { time }: Words): string {
  const sent = `sent to ${theService()}${transferId === null ? '' : ` as transfer ${readable(transferId)}`}`;
  const isCompleted = transferStatus === 'COMPLETED' && completedBy !== null && completedBy !== undefined;
  const by = isCompleted ? ` by ${time(completedBy)}` : '';
  return `${sent}: ${describeStatus(transferStatus === null ? {} : { status: transferStatus }).label}${by}.`;
}

function never(rest: string): Part {
  return { rest, wasSent: 'no' };
}

function unknown(rest: string): Part {
  return { rest, wasSent: 'unknown' };
}

/** Writes a reason after a colon and ends the sentence; a full stop alone where there is no reason. */
function because(reason: string): string {
  const text = readable(reason).trim();
  if (text === '') return '.';
  return /[.!?…]$/u.test(text) ? `: ${text}` : `: ${text}.`;
}

function readable(text: string): string {
  const clipped = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
  return revealHiddenCharacters(clipped);
}
