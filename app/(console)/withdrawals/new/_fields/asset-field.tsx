'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { useFilledFrom } from '@/app/(console)/withdrawals/new/use-filled';
import { useRegistry } from '@/app/(console)/withdrawals/new/use-registry';
import { TextField } from '@/components/form/form-field';
import { findAssetWarning } from '@/lib/networks/assets';
import { explainMissingAsset } from '@/lib/withdrawals/sendable';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** Field of the asset. Where a known asset has a single network, it is chosen by itself. */
export function AssetField() {
  const { control, setValue, getValues, getFieldState } = useFormContext<WithdrawalForm>();
  const [ticker, network] = useWatch({ control, name: ['asset', 'network'] });
  const registry = useRegistry();
  const filledFrom = useFilledFrom('asset');
  const warning = findAssetWarning(registry, ticker, network);
  const missing = explainMissingAsset(registry, ticker);

  const followAsset = (event: { target: { value: string } }) => {
    const typed = event.target.value.toUpperCase();
    // The form does not check again a value that changes while it is typed.
    if (typed !== event.target.value) setValue('asset', typed, { shouldValidate: getFieldState('asset').invalid });
    const networks = registry.assets.find((known) => known.ticker === typed.trim())?.networks ?? [];
    const [only, ...more] = networks;
    // The network of an address that was entered already is said to be wrong, and not changed.
    if (!only || (getValues('network') !== '' && getValues('destinationAddress') !== '')) return;
    if (more.length === 0) setValue('network', only, { shouldValidate: true });
    else if (!networks.includes(getValues('network'))) setValue('network', '');
  };

  return (
    <>
      <TextField
        name="asset"
        label="Asset"
        list="assets"
        isLarge
        rules={{ onChange: followAsset }}
        hint={missing ?? (warning?.path === 'asset' ? warning.message : filledFrom)}
      />
      <datalist id="assets">
        {registry.assets.map(({ ticker: option }) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </datalist>
    </>
  );
}
