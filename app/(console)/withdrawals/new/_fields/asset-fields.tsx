'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { SelectField, TextField } from '@/components/form/form-field';
import { useRegistry } from '@/app/(console)/withdrawals/new/use-registry';
import { explainMissingAsset, explainRefusedNetwork, findAssetWarning } from '@/lib/networks/assets';
import type { Network } from '@/lib/networks/network-definition';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** Fields of the asset and the network. The networks of a known asset come first; a single one is chosen by itself. */
export function AssetFields() {
  const { control, setValue, getValues } = useFormContext<WithdrawalForm>();
  const [ticker, network] = useWatch({ control, name: ['asset', 'network'] });
  const registry = useRegistry();
  const networksOf = (asset: string) => registry.assets.find((known) => known.ticker === asset)?.networks ?? [];
  const offered = registry.networks.filter(({ id }) => registry.serviceNetworks.includes(id));
  const known = offered.filter(({ id }) => networksOf(ticker).includes(id));
  const others = offered.filter(({ id }) => !networksOf(ticker).includes(id));
  const warning = findAssetWarning(registry, ticker, network);
  const missing = explainMissingAsset(registry, ticker);
  const refusal = explainRefusedNetwork(registry, ticker, network);
  const networkHint = refusal ?? (warning?.path === 'network' ? warning.message : undefined);

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
        hint={missing ?? (warning?.path === 'asset' ? warning.message : undefined)}
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
        hint={networkHint === undefined ? undefined : <span className="text-warn">{networkHint}</span>}
      >
        <option value="">Choose…</option>
        {known.length > 0 && <NetworkOptions label={`Networks for ${ticker}`} networks={known} />}
        <NetworkOptions label={known.length > 0 ? 'Other networks' : 'Networks'} networks={others} />
      </SelectField>
    </>
  );
}

function NetworkOptions({ label, networks }: { label: string; networks: readonly Network[] }) {
  return (
    <optgroup label={label}>
      {networks.map((network) => (
        <option key={network.id} value={network.id}>
          {network.label}
        </option>
      ))}
    </optgroup>
  );
}
