import { z } from 'zod';
import { exceedsTimes } from '@/lib/money/amounts';
import { groupDigits } from '@/lib/money/format-amount';
import type { Condition, ShownFacts } from '@/lib/policy/conditions/condition';
import { isNewTo, MAX_TIMES_PAID, type PolicyFacts } from '@/lib/policy/facts';

/** The recipient counts as new (`isNewTo`). */
export const isNewRecipient: Condition<true, boolean> = {
  schema: z.literal(true),
  holds: (_named, facts) => isNewTo(facts),
  comparison: { list: () => ['new'] },
  describe: () =>
    'if the recipient was never paid in this asset before, ' +
    `or the amount is more than ${MAX_TIMES_PAID} times the largest payment so far`,
  explain: (_named, facts) => explainNewRecipient(facts),
  example: (_named, calm) => ({ ...calm, isNewRecipient: true }),
  draft: { schema: z.boolean(), empty: false, read: (draft) => (draft ? true : undefined), write: (named) => named },
};

/**
 * Names which part of the condition holds, for a line that names the rule already; undefined where the facts of now do
 * not tell why the recipient counted as new.
 */
export function namePartOfNew({ asset, value, paidBefore }: PolicyFacts): string | undefined {
  if (!paidBefore) return undefined;
  if (paidBefore.largest === null) return `first payment in ${asset}`;
  return exceedsTimes(value, MAX_TIMES_PAID, paidBefore.largest)
    ? `over ${MAX_TIMES_PAID} times the largest payment`
    : undefined;
}

/** Explains why the recipient of a withdrawal counts as new (`isNewTo`), as a clause. */
export function explainNewRecipient({ asset, value, paidBefore, hidesLargest }: ShownFacts): string {
  if (!paidBefore?.inAnyAsset) return 'the recipient was never paid from this console';
  if (paidBefore.largest === null) return `the recipient was never paid in ${asset} before`;
  // A stored “new” stays, whatever was paid since.
  if (!exceedsTimes(value, MAX_TIMES_PAID, paidBefore.largest))
    return 'the recipient counted as new when the request was made';
  return (
    `${groupDigits(value)} ${asset} is more than ${MAX_TIMES_PAID} times the largest payment ` +
    `to the recipient so far${hidesLargest ? '' : `, ${groupDigits(paidBefore.largest)} ${asset}`}`
  );
}
