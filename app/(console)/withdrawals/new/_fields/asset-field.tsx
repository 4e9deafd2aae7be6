'use client';

import { useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { useFilledFrom } from '@/app/(console)/withdrawals/new/use-filled';
import { usePossibleNetworks } from '@/app/(console)/withdrawals/new/use-possible-networks';
import { useRegistry } from '@/app/(console)/withdrawals/new/use-registry';
import { ComboboxField, loadComboboxInput } from '@/components/form/combobox-field';
import { FieldWarning } from '@/components/ui/field';
import { resolveNetwork } from '@/lib/networks/networks';
import { findAssetWarning } from '@/lib/networks/assets';
import { explainMissingAsset, explainWrongAsset, listAssetsFor } from '@/lib/withdrawals/sendable';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** Field of the asset: any text, with the known ones to choose from. The network of one that has only one is chosen. */
export function AssetField() {
  const { control, setValue, getValues } = useFormContext<WithdrawalForm>();
  const { field, fieldState } = useController<WithdrawalForm, 'asset'>({ name: 'asset' });
  const network = useWatch({ control, name: 'network' });
  const [possible] = usePossibleNetworks();
  const registry = useRegistry();
  const filledFrom = useFilledFrom('asset');
  const warning = findAssetWarning(registry, field.value, network);
  const warned =
    explainMissingAsset(registry, field.value) ??
    explainWrongAsset(registry, { ticker: field.value, network, possible }) ??
    (warning?.path === 'asset' ? warning.message : undefined);
  // A field that already has a whole ticker offers the others, since its text finds only itself.
  const [offersAll, setOffersAll] = useState(false);
  const tickers = registry.assets.map(({ ticker }) => ticker);
  const isWhole = tickers.includes(field.value);
  const isFound = (ticker: string) => offersAll || (!isWhole && ticker.includes(field.value.trim()));
  // Those that can go to the address come first.
  const networksOf = network === '' ? possible : [network];
  const { fitting, others } = listAssetsFor(registry, possible.length === 0 ? [] : networksOf);
  const fittingTitle = network === '' ? 'For this address' : `On ${resolveNetwork(network, registry.networks).label}`;
  const groups = [
    { title: fittingTitle, tickers: fitting.filter(isFound) },
    { title: fitting.length === 0 ? undefined : 'Other assets', tickers: others.filter(isFound) },
  ].filter((group) => group.tickers.length > 0);

  const enter = (text: string) => {
    const typed = text.toUpperCase();
    field.onChange(typed);
    const networks = registry.assets.find((known) => known.ticker === typed.trim())?.networks ?? [];
    const [only, ...more] = networks;
    // The network of an address that was entered already is said to be wrong, and not changed.
    if (!only || (getValues('network') !== '' && getValues('destinationAddress') !== '')) return;
    if (more.length === 0) setValue('network', only, { shouldValidate: true });
    else if (!networks.includes(getValues('network'))) setValue('network', '');
  };

  return (
    <ComboboxField
      label="Asset"
      hint={warned === undefined ? filledFrom : <FieldWarning>{warned}</FieldWarning>}
      error={fieldState.error?.message}
      name={field.name}
      value={field.value}
      inputRef={field.ref}
      onType={(text) => {
        setOffersAll(false);
        enter(text);
      }}
      onLeave={field.onBlur}
      isLarge
      load={loadComboboxInput}
      list={{
        label: 'Known assets',
        groups: groups.map(({ title, tickers: shown }) => ({
          ...(title !== undefined && { title }),
          options: shown.map((ticker) => ({ key: ticker, content: ticker, onChoose: () => enter(ticker) })),
        })),
        noun: ['asset', 'assets'],
        areMatches: !offersAll,
        onOpen: () => setOffersAll(isWhole),
      }}
    />
  );
}
