import { byField } from '@/lib/withdrawals/fields';
import type { z } from 'zod';
import { EMPTY_BENEFICIARY } from '@/lib/withdrawals/beneficiary-form';
import type { withdrawalFormSchema } from '@/lib/withdrawals/form';

/** Withdrawal form before anything is entered. */
export const EMPTY_WITHDRAWAL_FORM: z.infer<typeof withdrawalFormSchema> = {
  profileId: '',
  asset: '',
  network: '',
  destinationAddress: '',
  addressEntry: 'typed',
  recipientId: '',
  chosenAddress: '',
  fixed: 'amount',
  value: '',
  referenceId: '',
  memo: '',
  needsNoMemo: false,
  testAmount: '',
  metadata: [],
  ...byField(() => ''),
  beneficiary: EMPTY_BENEFICIARY,
  note: '',
};
