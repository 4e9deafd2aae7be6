'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { SelectField, TextField } from '@/components/form/form-field';
import { ASSETS, findAsset } from '@/lib/assets';
import { findNetwork, NETWORKS, networkLabel } from '@/lib/networks';
import type { WithdrawalForm } from '@/lib/withdrawals';

/** Asset and network. Where the asset is known, its networks come first, and a single one is chosen by itself. */
export function AssetFields() {
  const { control, setValue, getValues } = useFormContext<WithdrawalForm>();
  const [ticker, network] = useWatch({ control, name: ['asset', 'network'] });
  const known: readonly string[] = findAsset(ticker)?.networks ?? [];
  const others = NETWORKS.filter(({ id }) => !known.includes(id));
  const isUnusual = known.length > 0 && findNetwork(network) !== undefined && !known.includes(network);

  const followAsset = (event: { target: { value: string } }) => {
    const typed = event.target.value.toUpperCase();
    if (typed !== event.target.value) setValue('asset', typed);
    const networks = findAsset(typed.trim())?.networks;
    if (!networks) return;
    const [only, ...more] = networks;
    if (only && more.length === 0) setValue('network', only, { shouldValidate: true });
    else if (!networks.some((id) => id === getValues('network'))) setValue('network', '');
  };

  return (
    <>
      <TextField
        name="asset"
        label="Asset"
        list="assets"
        rules={{ onChange: followAsset }}
        hint={ticker !== '' && known.length === 0 ? 'Not in the console’s table of assets; check the ticker.' : undefined}
      />
      <datalist id="assets">
        {ASSETS.map(({ ticker: option }) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </datalist>
      <SelectField
        name="network"
        label="Network"
        hint={
          isUnusual ? (
            <span className="text-warn">
              {ticker} is not known to be sent on {networkLabel(network)}. Check it with the recipient.
            </span>
          ) : undefined
        }
      >
        <option value="">Choose…</option>
        {known.length > 0 && (
          <optgroup label={`Known for ${ticker}`}>
            {known.map((id) => (
              <option key={id} value={id}>
                {networkLabel(id)}
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
