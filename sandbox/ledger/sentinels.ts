import type { Fault } from '@/sandbox/faults/fault';
import type { Outcome } from '@/sandbox/ledger/settlement';
import type { ProblemSlug } from '@/sandbox/problems';

/** What a create with a sentinel does instead of the usual. */
export type Sentinel =
  | { does: 'settle'; when: 'at-once' | 'usual' | 'never'; outcome: Outcome }
  | { does: 'charge'; what: 'wrong-total' | 'unheard-of-fee' }
  | { does: 'refuse'; slug: ProblemSlug; detail: string }
  | { does: 'fault'; fault: Fault };

const SENTINELS: Readonly<Record<string, Sentinel>> = {
  '0200': { does: 'settle', when: 'at-once', outcome: 'completed' },
  '0202': { does: 'settle', when: 'never', outcome: 'completed' },
  '0451': { does: 'settle', when: 'usual', outcome: 'missing_trustline' },
  '0452': { does: 'settle', when: 'usual', outcome: 'invalid_destination_address' },
  '0400': { does: 'refuse', slug: 'unsupported-address', detail: 'This address is not supported.' },
  '0403': { does: 'refuse', slug: 'rejected', detail: 'The withdrawal was rejected.' },
  '0413': {
    does: 'refuse',
    slug: 'travel-rule-information-required',
    detail: 'Information about the beneficiary is required.',
  },
  '0423': { does: 'refuse', slug: 'identity-verification-required', detail: 'The identity must be verified first.' },
  '0701': { does: 'charge', what: 'wrong-total' },
  '0702': { does: 'charge', what: 'unheard-of-fee' },
  '0500': { does: 'fault', fault: { kind: 'error', status: 500 } },
  '0501': { does: 'fault', fault: { kind: 'error', status: 500, after: 'effect' } },
  '0504': { does: 'fault', fault: { kind: 'error', status: 504, after: 'effect' } },
  '0600': { does: 'fault', fault: { kind: 'reset-before' } },
  '0601': { does: 'fault', fault: { kind: 'reset-after' } },
  '0602': { does: 'fault', fault: { kind: 'cut-body' } },
  '0603': { does: 'fault', fault: { kind: 'malformed-json' } },
  '0604': { does: 'fault', fault: { kind: 'wrong-ref-id' } },
  '0605': { does: 'fault', fault: { kind: 'wrong-amount' } },
  '0302': { does: 'fault', fault: { kind: 'redirect', status: 302 } },
  '0030': { does: 'fault', fault: { kind: 'latency', ms: 30_000, after: 'effect' } },
};

const MEMO_PREFIX = 'sandbox:';

/**
 * The sentinel in a create, if any: an amount or total with exactly these four decimals ("1250.0451"), or the same four
 * digits in the memo ("sandbox:0451") for assets and tests that cannot choose the amount. README.md lists them.
 */
export function findSentinel(value: string, memo: string | undefined): Sentinel | undefined {
  const code = memo?.startsWith(MEMO_PREFIX) ? memo.slice(MEMO_PREFIX.length) : (value.split('.')[1] ?? '');
  return Object.hasOwn(SENTINELS, code) ? SENTINELS[code] : undefined;
}
