'use client';

import { type ComponentProps, Suspense, useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { DeclinedBeforePart } from '@/app/(console)/withdrawals/new/_fields/declined-before-part';
import { lazyPart, lazyQueryPart } from '@/app/(console)/withdrawals/new/lazy-part';
import { useRegistry } from '@/app/(console)/withdrawals/new/use-registry';
import { CheckboxField } from '@/components/form/checkbox-fields';
import { TextArea, TextField } from '@/components/form/form-field';
import { PopoverButton } from '@/components/ui/popover-button';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

const RecipientPicker = lazyQueryPart(
  async () => (await import('@/app/(console)/withdrawals/new/_fields/recipient-picker')).RecipientPicker,
);
const AddressDetails = lazyPart(
  async () => (await import('@/app/(console)/withdrawals/new/_fields/address-details')).AddressDetails,
);

const LinkContents = lazyPart(async () => (await import('@/components/recipients/link-contents')).LinkContents);
// What an address alone never has but the prefix of Bitcoin Cash; whatever has it is read.
const MAY_HOLD_MORE = /[^A-Za-z0-9]/;

/** Fields of the destination: the address with its details, and the memo. */
export function AddressFields() {
  const { control, setValue, setFocus, getValues, trigger } = useFormContext<WithdrawalForm>();
  const [network, address, memo, recipientId, asset, amount] = useWatch({
    control,
    name: ['network', 'destinationAddress', 'memo', 'recipientId', 'asset', 'value'],
  });
  const isPasting = useRef(false);
  const [chosen, setChosen] = useState<{ id: string; name: string }>();
  const registry = useRegistry();
  const known = registry.networks.find(({ id }) => id === network);
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
  const takeOver: ComponentProps<typeof LinkContents>['onTake'] = (taken) => {
    const change = { shouldDirty: true, shouldValidate: true };
    setValue('destinationAddress', taken.address, change);
    if (taken.network !== undefined) setValue('network', taken.network, change);
    if (taken.asset !== undefined) setValue('asset', taken.asset, change);
    if (taken.memo !== undefined) setValue('memo', taken.memo, change);
    if (taken.amount !== undefined) {
      // A link names what the recipient gets.
      setValue('fixed', 'amount', { shouldDirty: true });
      setValue('value', taken.amount, change);
    }
    setFocus('destinationAddress');
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
        <DeclinedBeforePart field="destinationAddress" />
        <div className="mt-2 space-y-2">
          <PopoverButton label="Choose from the address book">
            <RecipientPicker onChosen={setChosen} />
          </PopoverButton>
          {MAY_HOLD_MORE.test(address.trim()) && (
            <Suspense>
              <LinkContents
                text={address}
                current={{ network, memo, asset, amount }}
                {...registry}
                onCheck={() => void trigger('destinationAddress')}
                onTake={takeOver}
              />
            </Suspense>
          )}
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
