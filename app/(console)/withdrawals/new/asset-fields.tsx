'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { SelectField, TextField } from '@/components/form/form-field';
import { useRegistry } from '@/app/(console)/withdrawals/new/use-registry';
import { findAssetWarning } from '@/lib/networks/assets';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** Asset and network. Where the asset is known, its networks come first, and a single one is chosen by itself. */
export function AssetFields() {
  const { control, setValue, getValues } = useFormContext<WithdrawalForm>();
  const [ticker, network] = useWatch({ control, name: ['asset', 'network'] });
  const registry = useRegistry();
  const networksOf = (asset: string) => registry.assets.find((known) => known.ticker === asset)?.networks ?? [];
  const known = registry.networks.filter(({ id }) => networksOf(ticker).includes(id));
  const others = registry.networks.filter(({ id }) => !networksOf(ticker).includes(id));
  const unusual = findAssetWarning(registry, ticker, network);

  const followAsset = (event: { target: { value: string } }) => {
    const typed = event.target.value.toUpperCase();
    if (typed !== event.target.value) setValue('asset', typed);
    const networks = networksOf(typed.trim());
    const [only, ...more] = networks;
    if (!only) return;
    if (more.length === 0) setValue('network', only, { shouldValidate: true });
    else if (!networks.includes(getValues('network'))) setValue('network', '');
  };

  return (
    <>
      <TextField
        name="asset"
        label="Asset"
        list="assets"
        rules={{ onChange: followAsset }}
        hint={unusual?.path === 'asset' ? unusual.message : undefined}
      />
      <datalist id="assets">
        {registry.assets.map(({ ticker: option }) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </datalist>
      <SelectField
        name="network"
        label="Network"
        hint={unusual?.path === 'network' ? <span className="text-warn">{unusual.message}</span> : undefined}
      >
        <option value="">Choose…</option>
        {known.length > 0 && (
          <optgroup label={`Known for ${ticker}`}>
            {known.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </optgroup>
        )}
        <optgroup label={known.length > 0 ? 'Other networks' : 'Networks'}>
          {others.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </optgroup>
      </SelectField>
    </>
  );
}
