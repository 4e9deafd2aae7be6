'use client';

import { Suspense, useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { lazyPart, lazyQueryPart } from '@/app/(console)/withdrawals/new/lazy-part';
import { useRegistry } from '@/app/(console)/withdrawals/new/use-registry';
import { CheckboxField } from '@/components/form/checkbox-fields';
import { TextArea, TextField } from '@/components/form/form-field';
import { PopoverButton } from '@/components/ui/popover-button';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

const RecipientPicker = lazyQueryPart(
  async () => (await import('@/app/(console)/withdrawals/new/recipient-picker')).RecipientPicker,
);
const AddressDetails = lazyPart(
  async () => (await import('@/app/(console)/withdrawals/new/address-details')).AddressDetails,
);

/** Fields of the destination: the address with its details, and the memo. */
export function AddressFields() {
  const { control, setValue, getValues, trigger } = useFormContext<WithdrawalForm>();
  const [network, address, memo, recipientId] = useWatch({
    control,
    name: ['network', 'destinationAddress', 'memo', 'recipientId'],
  });
  const isPasting = useRef(false);
  const [chosen, setChosen] = useState<{ id: string; name: string }>();
  const known = useRegistry().networks.find(({ id }) => id === network);
  // A muxed account contains its memo (SEP-23).
  const mayNeedMemo = known?.usesMemo === true && !(known.family === 'stellar' && address.trim().startsWith('M'));

  // An address is right or wrong for a network, so an issue found for another network is outdated.
  useEffect(() => {
    if (network !== '' && getValues('destinationAddress') !== '') void trigger('destinationAddress');
  }, [network, getValues, trigger]);

  const onAddressChange = () => {
    setValue('addressEntry', isPasting.current ? 'pasted' : 'typed');
    setValue('recipientId', '');
    setValue('chosenAddress', '');
    // The confirmation was for another address.
    setValue('needsNoMemo', false);
    isPasting.current = false;
  };
  return (
    <>
      <div className="sm:col-span-2">
        <TextArea
          name="destinationAddress"
          label="Destination address"
          rows={2}
          rules={{ onChange: onAddressChange }}
          onPaste={() => {
            isPasting.current = true;
          }}
        />
        <div className="mt-2 space-y-2">
          <PopoverButton label="Choose from the address book">
            <RecipientPicker onChosen={setChosen} />
          </PopoverButton>
          {network !== '' && address.trim() !== '' && (
            <Suspense>
              <AddressDetails
                address={address.trim()}
                network={known ?? { id: network, label: network }}
                recipientName={chosen?.id === recipientId ? chosen.name : undefined}
              />
            </Suspense>
          )}
        </div>
      </div>
      <div className="sm:col-span-2">
        <TextField
          name="memo"
          label="Memo"
          mono
          hint={mayNeedMemo ? 'Recipients on this network often need a memo.' : 'Optional.'}
        />
        {mayNeedMemo && memo.trim() === '' && (
          <CheckboxField name="needsNoMemo" label="The address alone is enough for this recipient" className="mt-1" />
        )}
      </div>
    </>
  );
}
