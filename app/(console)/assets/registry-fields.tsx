'use client';

import { useWatch } from 'react-hook-form';
import { CheckboxField } from '@/components/form/checkbox-fields';
import { SelectField, TextField } from '@/components/form/form-field';
import { Button } from '@/components/ui/button';
import type { AssetDraft, RegistryForm, NetworkDraft } from '@/lib/networks/registry-form';
import { FAMILY_LABELS } from '@/lib/networks/describe-registry';
import { ADDRESS_FAMILIES } from '@/lib/networks/network-definition';
import { theService } from '@/lib/text/service-name';

interface RowProps {
  index: number;
  onRemove: () => void;
}

const ROW = 'rounded-control border border-line p-3';

/** Fields of one asset in the registry editor. */
export function AssetFields({ index, onRemove }: RowProps) {
  const ticker = useWatch<RegistryForm, `assets.${number}.ticker`>({ name: `assets.${index}.ticker` });
  const at = (field: keyof AssetDraft) => `assets.${index}.${field}`;
  const name = ticker.trim() || 'new asset';
  return (
    <fieldset className={ROW}>
      <legend className="px-1 text-body font-medium">{name}</legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[5.25rem_minmax(0,1fr)_5.25rem]">
        <TextField name={at('ticker')} label="Ticker" mono />
        <TextField
          name={at('networks')}
          label="Networks"
          hint="Network IDs, separated by commas."
          mono
          className="max-sm:order-last max-sm:col-span-2"
        />
        <TextField name={at('decimals')} label="Decimals (optional)" inputMode="numeric" mono />
        <TextField
          name={at('networkDecimals')}
          label="Exceptions by network (optional)"
          hint="Where an asset has another number on one network, as in STELLAR 7."
          mono
          className="max-sm:order-last col-span-full"
        />
      </div>
      <Remove name={name} onRemove={onRemove} />
    </fieldset>
  );
}

/** Fields of one network in the registry editor. */
export function NetworkFields({ index, onRemove }: RowProps) {
  const id = useWatch<RegistryForm, `networks.${number}.id`>({ name: `networks.${index}.id` });
  const at = (field: keyof NetworkDraft) => `networks.${index}.${field}`;
  const name = id.trim() || 'new network';
  return (
    <fieldset className={ROW}>
      <legend className="px-1 text-body font-medium">{name}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField name={at('id')} label="ID" hint={`As ${theService()} writes it, such as ETHEREUM.`} mono />
        <TextField name={at('label')} label="Name" />
        <SelectField name={at('family')} label="Address format">
          <option value="">Not checked</option>
          {ADDRESS_FAMILIES.map((family) => (
            <option key={family} value={family}>
              {FAMILY_LABELS[family]}
            </option>
          ))}
        </SelectField>
        <TextField name={at('usualSeconds')} label="Usual duration in seconds (optional)" inputMode="numeric" mono />
        <TextField
          name={at('explorerTransaction')}
          label="Transaction explorer (optional)"
          hint="A link that contains {hash}."
          mono
          className="sm:col-span-2"
        />
        <TextField
          name={at('explorerAddress')}
          label="Address explorer (optional)"
          hint="A link that contains {address}."
          mono
          className="sm:col-span-2"
        />
        <CheckboxField name={at('usesMemo')} label="Recipients need a memo" />
      </div>
      <Remove name={name} onRemove={onRemove} />
    </fieldset>
  );
}

function Remove({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <div className="mt-2 flex justify-end">
      <Button look="danger" onClick={onRemove}>
        Remove<span className="sr-only"> {name}</span>
      </Button>
    </div>
  );
}
