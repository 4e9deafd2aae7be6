import { z } from 'zod';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import { EMPTY_WITHDRAWAL_FORM } from '@/lib/withdrawals/empty-form';
import { withdrawalFormSchema } from '@/lib/withdrawals/form';

const { shape } = withdrawalFormSchema;
const orEmpty = <Schema extends z.ZodType>(schema: Schema) => z.union([z.literal(''), schema]);

/**
 * Schema of the form of a template: the fields of a withdrawal that the next one can have as well. What is given is
 * valid; everything may be left open. The reference, the guaranteed fee and a confirmed address belong to one
 * withdrawal.
 */
export const templateFormSchema = withdrawalFormSchema
  .omit({ referenceId: true, feeId: true, chosenAddress: true, addressEntry: true, recipientId: true })
  .extend({
    profileId: orEmpty(shape.profileId),
    asset: orEmpty(shape.asset),
    network: orEmpty(shape.network),
    destinationAddress: orEmpty(shape.destinationAddress),
    value: orEmpty(shape.value),
  })
  // Takes the form of a withdrawal as it is.
  .strip();
export type TemplateForm = z.infer<typeof templateFormSchema>;

export const EMPTY_TEMPLATE: TemplateForm = templateFormSchema.parse(EMPTY_WITHDRAWAL_FORM);

/** Fills the form of a new withdrawal from a template. The address is checked like any other. */
export function fillFromTemplate(form: TemplateForm): WithdrawalForm {
  return { ...EMPTY_WITHDRAWAL_FORM, ...form, addressEntry: 'template' };
}
