'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { useChecks } from '@/app/(console)/withdrawals/new/_review/use-checks';
import type { Editing } from '@/app/(console)/withdrawals/new/editing';
import { useRegistry } from '@/app/(console)/withdrawals/new/use-registry';
import { checkAddress } from '@/lib/addresses/check-address';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** Reads the checks of the form while it is filled in, once it has a network and an address. */
export function useFormChecks(editing: Editing) {
  const { control } = useFormContext<WithdrawalForm>();
  const form = useWatch({ control }) as WithdrawalForm;
  const network = useRegistry().networks.find(({ id }) => id === form.network);
  const address = form.destinationAddress.trim();
  const hasRecipient = network !== undefined && address !== '' && checkAddress(address, network).state !== 'invalid';
  return { form, network, ...useChecks(form, editing, hasRecipient) };
}
