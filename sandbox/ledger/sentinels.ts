import type { Fault } from '@/sandbox/faults/fault';
import type { Outcome } from '@/sandbox/ledger/settlement';
import type { ProblemSlug } from '@/sandbox/problems';

/** The special behaviour of a create with a sentinel. */
export type Sentinel =
  | { action: 'settle'; when: 'at-once' | 'later' | 'never'; outcome: Outcome }
  | { action: 'charge'; error: 'wrong-total' | 'excessive-fee' }
  | { action: 'reject'; slug: ProblemSlug; detail: string }
  | { action: 'fault'; fault: Fault };

const SENTINELS: Readonly<Record<string, Sentinel>> = {
  '0200': { action: 'settle', when: 'at-once', outcome: 'completed' },
  '0202': { action: 'settle', when: 'never', outcome: 'completed' },
  '0451': { action: 'settle', when: 'later', outcome: 'missing_trustline' },
  '0452': { action: 'settle', when: 'later', outcome: 'invalid_destination_address' },
  '0400': { action: 'reject', slug: 'unsupported-address', detail: 'This address is not supported.' },
  '0403': { action: 'reject', slug: 'rejected', detail: 'The withdrawal was rejected.' },
  '0413': {
    action: 'reject',
    slug: 'travel-rule-information-required',
    detail: 'Information about the beneficiary is required.',
  },
  '0423': { action: 'reject', slug: 'identity-verification-required', detail: 'The identity must be verified first.' },
  '0701': { action: 'charge', error: 'wrong-total' },
  '0702': { action: 'charge', error: 'excessive-fee' },
  '0500': { action: 'fault', fault: { kind: 'error', status: 500 } },
  '0501': { action: 'fault', fault: { kind: 'error', status: 500, after: 'effect' } },
  '0504': { action: 'fault', fault: { kind: 'error', status: 504, after: 'effect' } },
  '0600': { action: 'fault', fault: { kind: 'reset-before' } },
  '0601': { action: 'fault', fault: { kind: 'reset-after' } },
  '0602': { action: 'fault', fault: { kind: 'cut-body' } },
  '0603': { action: 'fault', fault: { kind: 'malformed-json' } },
  '0604': { action: 'fault', fault: { kind: 'wrong-ref-id' } },
  '0605': { action: 'fault', fault: { kind: 'wrong-amount' } },
  '0302': { action: 'fault', fault: { kind: 'redirect', status: 302 } },
  '0030': { action: 'fault', fault: { kind: 'latency', ms: 30_000, after: 'effect' } },
};

const MEMO_PREFIX = 'sandbox:';

/**
 * Finds the sentinel of a create: an amount or total with exactly these four decimals ("1250.0451"), or the same digits
 * in the memo ("sandbox:0451") where the amount cannot be chosen. README.md lists all sentinels.
 */
export function findSentinel(value: string, memo: string | undefined): Sentinel | undefined {
  const code = memo?.startsWith(MEMO_PREFIX) ? memo.slice(MEMO_PREFIX.length) : (value.split('.')[1] ?? '');
  return Object.hasOwn(SENTINELS, code) ? SENTINELS[code] : undefined;
}
