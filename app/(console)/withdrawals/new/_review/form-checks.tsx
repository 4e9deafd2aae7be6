'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { ChecksAside } from '@/app/(console)/withdrawals/new/_review/checks-aside';
import { useChecks } from '@/app/(console)/withdrawals/new/_review/use-checks';
import type { Editing } from '@/app/(console)/withdrawals/new/editing';
import { useRegistry } from '@/app/(console)/withdrawals/new/use-registry';
import { checkAddress } from '@/lib/addresses/check-address';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** The checks while the form is filled in, once it has asset, network, address and amount. */
export function FormChecks({ editing }: { editing: Editing }) {
  const { control, setValue } = useFormContext<WithdrawalForm>();
  const form = useWatch({ control }) as WithdrawalForm;
  const network = useRegistry().networks.find(({ id }) => id === form.network);
  const address = form.destinationAddress.trim();
  const isComplete =
    network !== undefined && form.asset !== '' && address !== '' && checkAddress(address, network).state !== 'invalid';
  const found = useChecks(isComplete ? form : { ...form, value: '' }, editing);
  return (
    <ChecksAside {...found} form={form} network={network} onChoose={(chosen) => setValue('chosenAddress', chosen)} />
  );
}
