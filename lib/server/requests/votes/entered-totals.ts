import 'server-only';
import { z } from 'zod';
import { explainAmountEntry } from '@/lib/requests/bundles/entered-totals';
import type { LockedRequest } from '@/lib/server/requests/load';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

/** Totals that a person entered to approve, by asset. */
export const enteredTotalsSchema = z.record(z.string().max(20), z.string().max(400)).default({});

/**
 * Explains why an approver must enter the amount of these requests first, by the checks of when they were made;
 * undefined where they entered it, or where it is not asked for.
 */
export function amountEntryBlockReason(
  members: readonly Pick<LockedRequest, 'version'>[],
  totals: Readonly<Record<string, string>>,
): string | undefined {
  const parts = members.map(({ version: { body, checks } }) => ({ body: parseWithdrawalBody(body), checks }));
  return explainAmountEntry(parts, totals);
}
