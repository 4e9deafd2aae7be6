'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { Address } from '@/components/values/address';
import { SelectField, TextArea, TextField } from '@/components/form/form-field';
import { Panel } from '@/components/ui/panel';
import { checkAddress } from '@/lib/addresses/check-address';
import type { Network } from '@/lib/networks/networks';
import type { RecipientForm } from '@/lib/recipients/form';

/** Every field of an entry, and below the address how it reads. */
export function RecipientFields({ networks }: { networks: readonly Network[] }) {
  const { control, trigger, getFieldState } = useFormContext<RecipientForm>();
  const [id, address] = useWatch({ control, name: ['network', 'address'] });
  const network = networks.find((known) => known.id === id);
  // An address is right or wrong for a network, so what was said of it before is old.
  const checkAgain = () => void (getFieldState('address').isTouched && trigger('address'));
  return (
    <Panel className="grid gap-4 sm:grid-cols-2">
      <TextField name="name" label="Name" hint="By which people find it." maxLength={200} />
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
        {network && address.trim() !== '' && <Reading address={address.trim()} network={network} />}
      </div>
      <TextField
        name="memo"
        label="Memo"
        mono
        hint={
          network?.usesMemo
            ? 'Recipients on this network are often told apart by one.'
            : 'Sent along with every withdrawal to this recipient.'
        }
      />
      <TextField
        name="profiles"
        label="Profiles"
        mono
        hint="IDs of the profiles it may be used with, with commas between. Empty: every profile."
      />
      <TextField
        name="note"
        label="Note (not sent)"
        className="sm:col-span-2"
        hint="Where the address comes from and how it was checked."
      />
    </Panel>
  );
}

/** The address as a person reads it, with what it is. What is wrong with it stands at its field. */
function Reading({ address, network }: { address: string; network: Network }) {
  const verdict = checkAddress(address, network);
  if (verdict.state === 'invalid') return null;
  return (
    <div role="group" aria-label="How the address reads" className="rounded-control bg-soft px-3 py-2">
      <Address address={address} network={network.id} />
      {verdict.state === 'valid' ? (
        <p className="mt-1 text-xs text-dim">
          {verdict.kind}. <span className="text-warn">{verdict.notes.join(' ')}</span>
        </p>
      ) : (
        <p className="mt-1 text-xs text-warn">Not checked: {verdict.reason}</p>
      )}
    </div>
  );
}
