import { z } from 'zod';
import { parseAmount } from '@/lib/money/parse-amount';

/** Schema of an amount that a person typed, above zero (`parseAmount`). Says what a text that is none could mean. */
export const amountSchema = z.string().superRefine((typed, context) => {
  const parsed = parseAmount(typed);
  if (!parsed.ok) context.addIssue({ code: 'custom', message: parsed.error });
});
