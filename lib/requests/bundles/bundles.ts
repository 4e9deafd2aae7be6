import type { Amount } from '@/lib/money/amounts';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { theService } from '@/lib/text/service-name';

/** Kinds of bundles, requests that belong together: a test payment with its remainder, or the items of one sheet. */
export const BUNDLE_KINDS = ['test-payment', 'batch'] as const;
export type BundleKind = (typeof BUNDLE_KINDS)[number];

/** Positions of a test payment and its remainder in their bundle. */
export const TEST_POSITION = 0;
export const REMAINDER_POSITION = 1;

// What is signed never changes: there a test payment with its remainder is a pair.
const SIGNED_KINDS: Record<BundleKind, string> = { 'test-payment': 'pair', batch: 'batch' };

/**
 * Gives the text whose SHA-256 is signed for a bundle: its kind, then the hash of each member's bytes in order, a line
 * each.
 */
export function bundleHashInput(kind: BundleKind, bodyHashes: readonly string[]): string {
  return [SIGNED_KINDS[kind], ...bodyHashes].join('\n');
}

/** A test payment or its remainder, as the pages of both show it. */
export interface TestPaymentPart extends RequestSummary {
  bodySha256: string;
  /** The stored bytes as text, which are sent unchanged. */
  bytes: string;
}

/** The bundle that a request belongs to, as the page of the request shows it. */
export type BundleView =
  | {
      kind: 'batch';
      id: string;
      name: string;
      position: number;
      count: number;
      /** The id of the next item that awaits the reader's decision; null where there is none. */
      nextId: string | null;
    }
  | {
      kind: 'test-payment';
      id: string;
      position: number;
      /** The hash over the bytes of both parts. */
      sha256: string;
      test: TestPaymentPart;
      remainder: TestPaymentPart;
      /** The sum of the test payment and its remainder. */
      totalAmount: Amount;
      /** The confirmation that the recipient received the test payment; null until someone gives it. */
      confirmation: { by: string; at: string; comment: string } | null;
      /** The reason why the reader cannot confirm the test payment now; null where they can. */
      confirmDenialReason: string | null;
    };
export type TestPaymentView = Extract<BundleView, { kind: 'test-payment' }>;

/** Explains why the remainder of a test payment is locked and what to do; undefined where it is not locked. */
export function explainLock({
  test,
  remainder,
  confirmation,
}: Pick<TestPaymentView, 'test' | 'remainder' | 'confirmation'>): string | undefined {
  if (confirmation || remainder.send) return undefined;
  if (remainder.state === 'AWAITING_APPROVAL') {
    return (
      'Both are approved together. The remainder stays locked until the test payment is completed and someone ' +
      'confirms that the recipient has received it.'
    );
  }
  if (remainder.state !== 'APPROVED') return undefined;
  const staysLocked = 'so the remainder stays locked. Find out why, cancel the remainder, and make a new request.';
  switch (test.send?.state) {
    case 'ACCEPTED':
      if (test.send.transferStatus === 'COMPLETED')
        return (
          'The test payment is completed. Ask the recipient whether they have received it, then confirm it here. ' +
          'The remainder is then sent.'
        );
      if (test.send.transferStatus === 'FAILED') return `The test payment failed at ${theService()}, ${staysLocked}`;
      return `The remainder is locked: the test payment is pending at ${theService()}.`;
    case 'REFUSED':
      return `The test payment was not sent, ${staysLocked}`;
    case 'UNKNOWN':
    case 'HOLD':
      return 'The remainder is locked: the outcome of the test payment is unknown.';
    case 'QUEUED':
    case 'SENDING':
    case undefined:
      return 'The remainder is locked: the test payment has not been sent yet.';
  }
}
