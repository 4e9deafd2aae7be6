'use client';

import { type ClipboardEvent, type ComponentProps, Suspense, useEffect, useRef, useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { DeclinedBeforePart } from '@/app/(console)/withdrawals/new/_fields/declined-before-part';
import { MemoField } from '@/app/(console)/withdrawals/new/_fields/memo-field';
import { NetworkField } from '@/app/(console)/withdrawals/new/_fields/network-field';
import { lazyPart, lazyQueryPart } from '@/app/(console)/withdrawals/new/lazy-part';
import { useChosenRecipient } from '@/app/(console)/withdrawals/new/use-chosen-recipient';
import { useForgetFilled } from '@/app/(console)/withdrawals/new/use-filled';
import { useRegistry } from '@/app/(console)/withdrawals/new/use-registry';
import { ComboboxField } from '@/components/form/combobox-field';
import type { ProfileChoice } from '@/lib/profiles/choices';
import type { RecipientOffer } from '@/lib/recipients/recipients';
import { toBeneficiaryForm } from '@/lib/withdrawals/beneficiary';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

type Recipient = Pick<RecipientOffer, 'network' | 'address' | 'memo'>;

const loadRecipients = async () => (await import('@/components/recipients/recipient-options')).RecipientOptions;
const AddressDetails = lazyQueryPart(
  async () => (await import('@/app/(console)/withdrawals/new/_fields/address-details')).AddressDetails,
);
const LinkContents = lazyPart(async () => (await import('@/components/recipients/link-contents')).LinkContents);
// What an address alone never has but the prefix of Bitcoin Cash; whatever has it is read.
const MAY_HOLD_MORE = /[^A-Za-z0-9]/;
// Fewer characters are part of a name, which is not checked as an address while it is typed.
const MIN_ADDRESS = 20;

/** Fields of the destination: a name of the address book or the address, the network, and a memo where it is needed. */
export function AddressFields({ profiles = [] }: { profiles: readonly ProfileChoice[] | undefined }) {
  const { control, setValue, setFocus, getValues, trigger, clearErrors } = useFormContext<WithdrawalForm>();
  const { field, fieldState } = useController<WithdrawalForm, 'destinationAddress'>({ name: 'destinationAddress' });
  const [network, memo, asset, amount] = useWatch({ control, name: ['network', 'memo', 'asset', 'value'] });
  const [chosenName, setChosen] = useChosenRecipient();
  const forgetFilled = useForgetFilled();
  const isPasting = useRef(false);
  const [isAsked, setIsAsked] = useState(false);
  const registry = useRegistry();
  const address = field.value;
  const known = registry.networks.find(({ id }) => id === network);
  const isChosen = chosenName !== undefined;

  // An address is right or wrong for a network, so an issue found for another network is outdated.
  useEffect(() => {
    if (network !== '' && getValues('destinationAddress') !== '') void trigger('destinationAddress');
  }, [network, getValues, trigger]);

  const enter = (text: string) => {
    if (text.length < MIN_ADDRESS) {
      setValue('destinationAddress', text, { shouldDirty: true });
      clearErrors('destinationAddress');
    } else field.onChange(text);
    setValue('addressEntry', isPasting.current ? 'pasted' : 'typed');
    setValue('recipientId', '');
    setValue('chosenAddress', '');
    // The confirmation was for another address.
    setValue('needsNoMemo', false);
    forgetFilled();
    isPasting.current = false;
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    isPasting.current = true;
    const text = event.clipboardData.getData('text');
    if (!/[\r\n]/.test(text.trim())) return;
    // A field of one line would join an address and the memo in the line below it.
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const pasted = text.trim().replaceAll(/\s+/g, ' ');
    enter(value.slice(0, selectionStart ?? 0) + pasted + value.slice(selectionEnd ?? value.length));
  };
  const fill = ({ network: id, address: chosenAddress, memo: chosenMemo }: Recipient) => {
    forgetFilled();
    setValue('network', id, { shouldDirty: true });
    setValue('destinationAddress', chosenAddress, { shouldDirty: true });
    setValue('memo', chosenMemo ?? '', { shouldDirty: true });
    setValue('chosenAddress', '');
    clearErrors(['network', 'destinationAddress', 'memo']);
    setFocus('value', { shouldSelect: true });
  };
  const choosePaid = (recipient: Recipient) => {
    fill(recipient);
    setValue('needsNoMemo', false);
    setValue('addressEntry', 'repeat');
    setValue('recipientId', '');
  };
  const choose = ({ id, name, beneficiary, ...entry }: RecipientOffer) => {
    fill(entry);
    setValue('needsNoMemo', entry.memo === null);
    // A beneficiary that was typed stays; that of a recipient who was chosen before does not belong to this one.
    if (registry.beneficiary === 'send' && (beneficiary || getValues('recipientId') !== ''))
      setValue('beneficiary', toBeneficiaryForm(beneficiary), { shouldDirty: true });
    setValue('addressEntry', 'book');
    setValue('recipientId', id);
    setChosen({ id, name, ...entry });
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
    <div className="space-y-2">
      <div className="grid gap-x-3 gap-y-4 sm:grid-cols-[minmax(0,1fr)_13rem]">
        <div className="min-w-0">
          <ComboboxField
            label="Destination address"
            placeholder="Name, address or payment link"
            error={fieldState.error?.message}
            name={field.name}
            value={chosenName ?? address}
            inputRef={field.ref}
            onType={enter}
            onLeave={field.onBlur}
            onPaste={paste}
            mono={!isChosen}
            load={loadRecipients}
            list={{ wayOut: 'Enter the address.', isChosen, onChoose: choose, onChoosePaid: choosePaid }}
          />
          <DeclinedBeforePart field="destinationAddress" />
        </div>
        <NetworkField isAsked={isAsked} />
      </div>
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
      {(network === '' ? address.trim().length >= MIN_ADDRESS : address.trim() !== '') && (
        <Suspense>
          <AddressDetails
            address={address.trim()}
            memo={memo.trim()}
            network={known ?? (network === '' ? undefined : { id: network, label: network })}
            isNamed={isChosen}
            onAsk={setIsAsked}
            onName={setChosen}
            profiles={profiles}
          />
        </Suspense>
      )}
      <MemoField place="destination" />
    </div>
  );
}
