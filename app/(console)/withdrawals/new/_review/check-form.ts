import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldErrors, Resolver } from 'react-hook-form';
import { explainPoint, removeSeparators } from '@/lib/money/amount-readings';
import type { Sendable } from '@/lib/withdrawals/sendable';
import { checkWithdrawal } from '@/lib/withdrawals/form-checks';
import { withdrawalFormSchema } from '@/lib/withdrawals/form';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

const checkFields = zodResolver(withdrawalFormSchema);

/** Resolver of react-hook-form that checks each field of the form, then all fields together. */
export const checkForm: Resolver<WithdrawalForm, Sendable> = async (typed, registry, options) => {
  const checked = await checkFields(typed, registry, options);
  const form = { ...typed, value: removeSeparators(typed.value), testAmount: removeSeparators(typed.testAmount) };
  const errors: FieldErrors<WithdrawalForm> = { ...checked.errors };
  for (const path of ['value', 'testAmount'] as const) {
    const message = explainPoint(typed[path]);
    if (message !== undefined) errors[path] = { type: 'custom', message };
  }
  for (const { path, level, message } of registry ? checkWithdrawal(form, registry) : []) {
    if (level !== 'error') continue;
    // The check against the network says more about an address than its own schema.
    if (path === 'destinationAddress' || errors[path] === undefined) errors[path] = { type: 'custom', message };
  }
  return Object.keys(errors).length > 0 ? { values: {}, errors } : checked;
};
