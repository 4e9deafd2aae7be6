import type { Amount } from '@/lib/money/amounts';
import type { RequestSummary } from '@/lib/requests/request-summary';

/** Requests that belong together: a small test and its remainder, or the items of one sheet. */
export const GROUP_KINDS = ['pair', 'batch'] as const;
export type GroupKind = (typeof GROUP_KINDS)[number];

/** Which of a pair is which. */
export const TEST_POSITION = 0;
export const REMAINDER_POSITION = 1;

/** What the SHA-256 of a group is over: its kind, then the hash of each member's bytes in their order, a line each. */
export function groupHashedText(kind: GroupKind, bodyHashes: readonly string[]): string {
  return [kind, ...bodyHashes].join('\n');
}

/** One of a pair, as the pages of both show it. */
export interface TestPaymentPart extends RequestSummary {
  bodySha256: string;
}

/** What a request was asked for together with, as its page shows it. */
export type GroupView =
  | {
      kind: 'batch';
      id: string;
      name: string;
      position: number;
      count: number;
      /** The next item that waits for a decision of the reader; null where none does. */
      nextId: string | null;
    }
  | {
      kind: 'pair';
      id: string;
      position: number;
      /** Over the bytes of both. */
      sha256: string;
      test: TestPaymentPart;
      remainder: TestPaymentPart;
      /** What both come to. */
      whole: Amount;
      /** Who said that the recipient has the test; null where nobody has. */
      release: { by: string; at: string; comment: string } | null;
      /** Why the reader may not say so now, in words; null where they may. */
      confirmDenialReason: string | null;
    };
export type TestPaymentView = Extract<GroupView, { kind: 'pair' }>;

/** What the remainder of a pair waits for, in words, and what to do; undefined where it waits for nothing. */
export function describeLock({
  test,
  remainder,
  release,
}: Pick<TestPaymentView, 'test' | 'remainder' | 'release'>): string | undefined {
  if (release || remainder.send) return undefined;
  if (remainder.state === 'AWAITING_APPROVAL') {
    return 'Both are approved together. The remainder stays locked until the test is completed and somebody confirms that the recipient has it.';
  }
  if (remainder.state !== 'APPROVED') return undefined;
  const ask = 'Find out why, then cancel the remainder and ask again.';
  switch (test.send?.state) {
    case 'ACCEPTED':
      if (test.send.transferStatus === 'COMPLETED')
        return 'The test is completed. Ask the recipient whether they have it, then confirm it here; the remainder is sent at once.';
      if (test.send.transferStatus === 'FAILED')
        return `The test failed at the service, so the remainder stays locked. ${ask}`;
      return 'The remainder is locked: the test is pending at the service.';
    case 'REFUSED':
      return `The test was not sent, so the remainder stays locked. ${ask}`;
    case 'UNKNOWN':
    case 'HOLD':
      return 'The remainder is locked: nobody knows yet what became of the test.';
    case 'QUEUED':
    case 'SENDING':
    case undefined:
      return 'The remainder is locked: the test has not been sent yet.';
  }
}
