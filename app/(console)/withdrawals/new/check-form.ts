import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldErrors, Resolver } from 'react-hook-form';
import type { Registry } from '@/lib/networks/assets';
import { checkWithdrawal } from '@/lib/withdrawals/form-checks';
import { withdrawalFormSchema } from '@/lib/withdrawals/form';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

const checkFields = zodResolver(withdrawalFormSchema);

/** What is wrong with the form, as react-hook-form asks for it: first what each field says, then what they say together. */
export const checkForm: Resolver<WithdrawalForm, Registry> = async (form, registry, options) => {
  const checked = await checkFields(form, registry, options);
  const errors: FieldErrors<WithdrawalForm> = { ...checked.errors };
  for (const { path, level, message } of registry ? checkWithdrawal(form, registry) : []) {
    if (level === 'error') errors[path] ??= { type: 'custom', message } as never;
  }
  return Object.keys(errors).length > 0 ? { values: {}, errors } : checked;
};
