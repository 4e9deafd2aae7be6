'use client';

import { useFormContext } from 'react-hook-form';
import { useRegistry } from '@/app/(console)/withdrawals/new/use-registry';
import { RecipientSearch } from '@/components/recipients/recipient-search';
import { closePopover } from '@/components/ui/popover-button';
import type { RecipientChoice } from '@/lib/recipients/recipients';
import { toBeneficiaryForm } from '@/lib/withdrawals/beneficiary';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** Search of the address book. A choice fills in network, address and memo. */
export function RecipientPicker({ onChosen }: { onChosen: (recipient: { id: string; name: string }) => void }) {
  const { setValue, getValues, clearErrors } = useFormContext<WithdrawalForm>();
  const { beneficiary: beneficiaryMode } = useRegistry();
  const choose = ({ id, name, network, address, memo, beneficiary }: RecipientChoice, search: HTMLElement | null) => {
    setValue('network', network, { shouldDirty: true });
    setValue('destinationAddress', address, { shouldDirty: true });
    setValue('memo', memo ?? '', { shouldDirty: true });
    setValue('needsNoMemo', memo === null);
    // A beneficiary that was typed stays; that of a recipient who was chosen before does not belong to this one.
    if (beneficiaryMode === 'send' && (beneficiary || getValues('recipientId') !== ''))
      setValue('beneficiary', toBeneficiaryForm(beneficiary), { shouldDirty: true });
    setValue('addressEntry', 'book');
    setValue('recipientId', id);
    onChosen({ id, name });
    setValue('chosenAddress', '');
    clearErrors(['network', 'destinationAddress', 'memo']);
    if (search) closePopover(search);
  };
  return <RecipientSearch wayOut="Enter the address." onChoose={choose} />;
}
