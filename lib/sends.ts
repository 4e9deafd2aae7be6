import { compareAmounts, isServiceAmount } from '@/lib/amounts';
import { findNetwork } from '@/lib/networks';
import type { ServiceProblem } from '@/lib/problems';
import type { Transfer } from '@/lib/transfers';
import type { WithdrawalBody } from '@/lib/withdrawals';

/** States of a send (send-protocol, "Two machines"). UNKNOWN and HOLD are never resent blindly. */
export const SEND_STATES = ['QUEUED', 'SENDING', 'ACCEPTED', 'REFUSED', 'UNKNOWN', 'HOLD'] as const;
export type SendState = (typeof SEND_STATES)[number];

/** What a walk through the whole list of the service saw. Times are ISO 8601. */
export interface WalkReport {
  startedAt: string;
  endedAt: string;
  records: number;
  /** Only a walk that came to the end proves that something is not there. */
  isComplete: boolean;
  /** Why it is not complete, in words. */
  fault?: string;
}

/** Why a send is on hold: two people must decide. */
export type HoldReason =
  /** The stored request is no longer what was approved; nothing left. */
  | { kind: 'changed'; detail: string }
  /** The service has one transfer with this reference, and it is another withdrawal. */
  | { kind: 'differs'; transferId: string; differences: string[] }
  /** The service has several transfers with this reference. */
  | { kind: 'several'; transferIds: string[] }
  /** Not found after as many attempts as the console makes by itself. */
  | { kind: 'not-found'; posts: number };

/** What two people can do about a send in doubt. */
export type Resolution =
  | { kind: 'adopt'; transferId: string; differences: string[] }
  | { kind: 'send-again' }
  | { kind: 'close' };

/** What one attempt to create a withdrawal came to, as far as the wire can tell. */
export type PostObservation =
  | { kind: 'not-sent'; cause: string; isCredentialRefused?: boolean }
  | { kind: 'lost'; cause: string }
  | { kind: 'accepted-body'; status: number; transfer: Transfer }
  | { kind: 'unreadable-body'; status: number }
  | { kind: 'problem'; problem: ServiceProblem; existing?: Transfer };

/** What follows from it: the next state, why in a word that is stored, and when to try again where it is QUEUED. */
export interface SendOutcome {
  state: Exclude<SendState, 'SENDING'>;
  reason: SendReason;
  /** Set where the transfer of this send is now known. */
  transfer?: Transfer;
  /** Fields of the service's record that differ from what was asked for. */
  differences?: string[];
  problem?: ServiceProblem;
  /** An error code of the wire, such as ECONNRESET. */
  cause?: string;
  /** Whether the transfer may have been made although nobody said so. */
  isAmbiguous: boolean;
  retryAfterMs?: number;
}

export type SendReason =
  | 'accepted'
  | 'refused'
  | 'not-reached'
  | 'throttled'
  | 'credential-refused'
  | 'answer-lost'
  | 'answer-unreadable'
  | 'answer-differs'
  | 'server-failure'
  | 'reference-taken'
  | 'adopted'
  | 'existing-differs'
  | 'refused-after-doubt'
  | 'lease-lost';

/**
 * The table of send-protocol.md ("what was seen", "outcome"). `wasAmbiguous`: an earlier attempt of this send may have
 * gone through, so nothing but a matching record ends the doubt.
 */
export function decideOutcome(seen: PostObservation, body: WithdrawalBody, wasAmbiguous: boolean): SendOutcome {
  const outcome = decideFirst(seen, body);
  if (!wasAmbiguous || outcome.state === 'ACCEPTED' || outcome.state === 'HOLD' || outcome.state === 'UNKNOWN') {
    return wasAmbiguous && outcome.state !== 'ACCEPTED' ? { ...outcome, isAmbiguous: true } : outcome;
  }
  return { ...outcome, state: 'UNKNOWN', reason: 'refused-after-doubt', isAmbiguous: true };
}

function decideFirst(seen: PostObservation, body: WithdrawalBody): SendOutcome {
  switch (seen.kind) {
    case 'not-sent':
      return { state: 'QUEUED', reason: seen.isCredentialRefused ? 'credential-refused' : 'not-reached', cause: seen.cause, isAmbiguous: false };
    case 'lost':
      return { state: 'UNKNOWN', reason: 'answer-lost', cause: seen.cause, isAmbiguous: true };
    case 'unreadable-body':
      return { state: 'UNKNOWN', reason: 'answer-unreadable', isAmbiguous: true };
    case 'accepted-body': {
      const differences = findDifferences(body, seen.transfer);
      if (differences.length === 0) return { state: 'ACCEPTED', reason: 'accepted', transfer: seen.transfer, isAmbiguous: false };
      return { state: 'UNKNOWN', reason: 'answer-differs', differences, isAmbiguous: true };
    }
    case 'problem':
      return decideOnProblem(seen.problem, seen.existing, body);
  }
}

function decideOnProblem(problem: ServiceProblem, existing: Transfer | undefined, body: WithdrawalBody): SendOutcome {
  const { status } = problem;
  if (status === 409) {
    if (!existing) return { state: 'UNKNOWN', reason: 'reference-taken', problem, isAmbiguous: true };
    const differences = findDifferences(body, existing);
    if (differences.length === 0) return { state: 'ACCEPTED', reason: 'adopted', transfer: existing, isAmbiguous: false };
    return { state: 'HOLD', reason: 'existing-differs', problem, differences, isAmbiguous: true };
  }
  if (status === 429) {
    return {
      state: 'QUEUED',
      reason: 'throttled',
      problem,
      isAmbiguous: false,
      ...(problem.retryAfterMs !== undefined && { retryAfterMs: problem.retryAfterMs }),
    };
  }
  if (status === 401) return { state: 'QUEUED', reason: 'credential-refused', problem, isAmbiguous: false };
  const isDoubtful = status < 400 || status >= 500 || status === 408 || status === 425;
  if (isDoubtful) return { state: 'UNKNOWN', reason: 'server-failure', problem, isAmbiguous: true };
  if (!problem.isReadable) return { state: 'UNKNOWN', reason: 'answer-unreadable', problem, isAmbiguous: true };
  return { state: 'REFUSED', reason: 'refused', problem, isAmbiguous: false };
}

/** The fields in which a record is not what was asked for (send-protocol, step 6); empty where it is that withdrawal. */
export function findDifferences(body: WithdrawalBody, transfer: Transfer): string[] {
  const isEvm = findNetwork(body.crypto_network)?.family === 'evm';
  // The letters' case of an EVM address is a checksum, not part of the address (EIP-55).
  const sameAddress = (a: string | undefined, b: string) => a === b || (isEvm && a?.toLowerCase() === b.toLowerCase());
  const fixed = body.amount === undefined ? 'total' : 'amount';
  const checks: [string, boolean][] = [
    ['ref_id', transfer.ref_id === body.ref_id],
    ['profile_id', transfer.profile_id === body.profile_id],
    ['asset', transfer.asset === body.asset],
    ['crypto_network', transfer.crypto_network === body.crypto_network],
    ['destination_address', sameAddress(transfer.destination_address, body.destination_address)],
    [fixed, isSameAmount(transfer[fixed], body[fixed])],
    ['direction', transfer.direction === 'DEBIT'],
    ['type', transfer.type === 'CRYPTO_WITHDRAWAL'],
  ];
  return checks.filter(([, isEqual]) => !isEqual).map(([field]) => field);
}

function isSameAmount(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && isServiceAmount(a) && isServiceAmount(b) && compareAmounts(a, b) === 0;
}
