'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { useFilledFrom } from '@/app/(console)/withdrawals/new/use-filled';
import { usePossibleNetworks } from '@/app/(console)/withdrawals/new/use-possible-networks';
import { useRegistry } from '@/app/(console)/withdrawals/new/use-registry';
import { SelectField } from '@/components/form/form-field';
import { FieldWarning } from '@/components/ui/field';
import { findAssetWarning } from '@/lib/networks/assets';
import { explainRefusedNetwork, explainWrongAsset } from '@/lib/withdrawals/sendable';
import type { Network } from '@/lib/networks/network-definition';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/**
 * Field of the network. The networks of a known asset come first. `isAsked`: the address is valid on several, and
 * nothing says on which one it is meant.
 */
export function NetworkField({ isAsked }: { isAsked: boolean }) {
  const { control } = useFormContext<WithdrawalForm>();
  const [ticker, network] = useWatch({ control, name: ['asset', 'network'] });
  const registry = useRegistry();
  const filledFrom = useFilledFrom('network');
  const networks = registry.assets.find((asset) => asset.ticker === ticker)?.networks ?? [];
  const offered = registry.networks.filter(({ id }) => registry.serviceNetworks.includes(id));
  const known = offered.filter(({ id }) => networks.includes(id));
  const others = offered.filter(({ id }) => !networks.includes(id));
  const warning = findAssetWarning(registry, ticker, network);
  const [possible] = usePossibleNetworks();
  const isAssetWrong = explainWrongAsset(registry, { ticker, network, possible }) !== undefined;
  const hint =
    (isAssetWrong ? undefined : explainRefusedNetwork(registry, ticker, network)) ??
    (warning?.path === 'network' && !isAssetWrong ? warning.message : undefined) ??
    (isAsked ? 'Choose the network.' : undefined);
  return (
    <SelectField
      name="network"
      label="Network"
      hint={hint === undefined ? filledFrom : <FieldWarning>{hint}</FieldWarning>}
    >
      <option value="">Choose…</option>
      {known.length > 0 && <NetworkOptions label={`Networks for ${ticker}`} networks={known} />}
      <NetworkOptions label={known.length > 0 ? 'Other networks' : 'Networks'} networks={others} />
    </SelectField>
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
