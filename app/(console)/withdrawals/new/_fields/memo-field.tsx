'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { useRegistry } from '@/app/(console)/withdrawals/new/use-registry';
import { CheckboxField } from '@/components/form/checkbox-fields';
import { TextField } from '@/components/form/form-field';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** Field of the memo: below the destination where the network often needs one, otherwise among the details. */
export function MemoField({ place }: { place: 'destination' | 'details' }) {
  const { control } = useFormContext<WithdrawalForm>();
  const [network, address, memo] = useWatch({ control, name: ['network', 'destinationAddress', 'memo'] });
  const known = useRegistry().networks.find(({ id }) => id === network);
  // A muxed account contains its memo (SEP-23).
  const mayNeedMemo = known?.usesMemo === true && !(known.family === 'stellar' && address.trim().startsWith('M'));
  if (mayNeedMemo !== (place === 'destination')) return null;
  return (
    <div className="min-w-0">
      <TextField
        name="memo"
        label="Memo"
        mono
        hint={mayNeedMemo ? 'Recipients on this network often need a memo.' : undefined}
      />
      {mayNeedMemo && memo.trim() === '' && (
        <CheckboxField name="needsNoMemo" label="The address alone is enough for this recipient" className="mt-1" />
      )}
    </div>
  );
}
