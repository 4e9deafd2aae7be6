'use client';

import type { ComponentProps } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { TravelRuleFields } from '@/app/(console)/recipients/travel-rule-fields';
import { LinkContents } from '@/components/recipients/link-contents';
import { BeneficiaryFields } from '@/components/withdrawals/beneficiary-fields';
import { Address } from '@/components/values/address';
import { SelectField, TextArea, TextField } from '@/components/form/form-field';
import { Panel } from '@/components/ui/panel';
import { explainRefusal, listAddressNotes, nameKind } from '@/lib/addresses/address-notes';
import { checkAddress } from '@/lib/addresses/check-address';
import type { Network } from '@/lib/networks/network-definition';
import type { RecipientForm } from '@/lib/recipients/form';
import { theService } from '@/lib/text/service-name';

interface RecipientFieldsProps {
  networks: readonly Network[];
  /** Whether the service's directory of providers can be searched. */
  hasDirectory: boolean;
}

/** Fields of an entry, with the details of the address below it. */
export function RecipientFields({ networks, hasDirectory }: RecipientFieldsProps) {
  const { control, trigger, getFieldState, setValue, setFocus } = useFormContext<RecipientForm>();
  const [id, address, memo] = useWatch({ control, name: ['network', 'address', 'memo'] });
  const network = networks.find((known) => known.id === id);
  // An address is right or wrong for a network, so an issue found for another network is outdated.
  const checkAgain = () => void (getFieldState('address').isTouched && trigger('address'));
  const takeOver: ComponentProps<typeof LinkContents>['onTake'] = (taken) => {
    const change = { shouldDirty: true, shouldValidate: true };
    setValue('address', taken.address, change);
    if (taken.network !== undefined) setValue('network', taken.network, change);
    if (taken.memo !== undefined) setValue('memo', taken.memo, change);
    setFocus('address');
  };
  return (
    <Panel className="grid gap-4 sm:grid-cols-2">
      <TextField name="name" label="Name" hint="The name by which people find this recipient." maxLength={200} />
      <SelectField name="network" label="Network">
        <option value="">Choose…</option>
        {networks.map((known) => (
          <option key={known.id} value={known.id}>
            {known.label}
          </option>
        ))}
      </SelectField>
      <div className="space-y-2 sm:col-span-2">
        <TextArea name="address" label="Address" rows={2} rules={{ onBlur: checkAgain }} />
        <LinkContents
          text={address}
          current={{ network: id, memo }}
          networks={networks}
          onCheck={() => void trigger('address')}
          onTake={takeOver}
        />
        {network && address.trim() !== '' && <AddressDetails address={address.trim()} network={network} />}
      </div>
      <TextField
        name="memo"
        label="Memo (optional)"
        mono
        hint={
          network?.usesMemo
            ? 'Recipients on this network often need a memo. The memo is sent with every withdrawal.'
            : 'The memo is sent with every withdrawal to this recipient.'
        }
      />
      <TextField
        name="profiles"
        label="Profiles (optional)"
        mono
        hint="IDs of the profiles meant to pay this recipient, separated by commas. Leave empty for all profiles."
      />
      <BeneficiaryFields
        hint={
          `Optional. Filled in for withdrawals to this recipient, where ${theService()} takes it. ` +
          'It does not replace the travel-rule data below.'
        }
      />
      <TravelRuleFields hasDirectory={hasDirectory} />
      <TextField
        name="note"
        label="Note (optional, not sent)"
        className="sm:col-span-2"
        hint="Where the address comes from, and how you checked it."
      />
    </Panel>
  );
}

/** The address in chunks, with its kind and warnings. Empty for a refused one, whose issue is at the field. */
function AddressDetails({ address, network }: { address: string; network: Network }) {
  const verdict = checkAddress(address, network);
  if (verdict.state === 'invalid' || explainRefusal(verdict) !== undefined) return null;
  const notes = listAddressNotes(verdict, 'book').join(' ');
  return (
    <div role="group" aria-label="Address details" className="rounded-control bg-soft px-3 py-2">
      <Address address={address} network={network.id} />
      {verdict.state === 'valid' ? (
        <p className="mt-1 text-label text-dim">
          {nameKind(verdict) !== undefined && `${nameKind(verdict)}. `}
          <span className="text-warn">{notes}</span>
        </p>
      ) : (
        <p className="mt-1 text-label text-warn">Not checked: {notes}</p>
      )}
    </div>
  );
}
