import { z } from 'zod';
import type { Asset, Registry } from '@/lib/networks/assets';
import { registrySchema } from '@/lib/networks/registry';
import { ADDRESS_FAMILIES, type Network } from '@/lib/networks/networks';

const assetDraftSchema = z.strictObject({ ticker: z.string(), networks: z.string(), decimals: z.string() });
const networkDraftSchema = z.strictObject({
  id: z.string(),
  label: z.string(),
  /** Empty where nothing can check its addresses. */
  family: z.enum(['', ...ADDRESS_FAMILIES]),
  usesMemo: z.boolean(),
  usualSeconds: z.string(),
  explorerTransaction: z.string(),
  explorerAddress: z.string(),
});
export type AssetDraft = z.infer<typeof assetDraftSchema>;
export type NetworkDraft = z.infer<typeof networkDraftSchema>;

/** The table as the editor's screen shows it: numbers as text, networks of an asset with commas between. */
export const registryFormSchema = z
  .strictObject({ assets: z.array(assetDraftSchema), networks: z.array(networkDraftSchema) })
  .superRefine((form, context) => {
    form.assets.forEach(({ decimals }, index) => checkNumber(decimals, ['assets', index, 'decimals'], context));
    form.networks.forEach(({ usualSeconds }, index) =>
      checkNumber(usualSeconds, ['networks', index, 'usualSeconds'], context),
    );
    for (const { path, message } of registrySchema.safeParse(toRegistry(form)).error?.issues ?? []) {
      // A fault of one network among those of an asset is one of the field that holds them.
      context.addIssue({ code: 'custom', path: path.slice(0, 3), message });
    }
  });
export type RegistryForm = z.infer<typeof registryFormSchema>;

export const EMPTY_ASSET: AssetDraft = { ticker: '', networks: '', decimals: '' };
export const EMPTY_NETWORK: NetworkDraft = {
  id: '',
  label: '',
  family: '',
  usesMemo: false,
  usualSeconds: '',
  explorerTransaction: '',
  explorerAddress: '',
};

/** The table that a form stands for. Fields left empty are absent. */
export function toRegistry({ assets, networks }: RegistryForm): Registry {
  return { assets: assets.map(toAsset), networks: networks.map(toNetwork) };
}

/** The form that shows a table. The one inverse of `toRegistry`. */
export function toRegistryForm({ assets, networks }: Registry): RegistryForm {
  return {
    assets: assets.map(({ ticker, networks: ids, decimals }) => ({
      ticker,
      networks: ids.join(', '),
      decimals: decimals?.toString() ?? '',
    })),
    networks: networks.map(({ id, label, family, usesMemo, usualSeconds, explorerTransaction, explorerAddress }) => ({
      id,
      label,
      family: family ?? '',
      usesMemo: usesMemo ?? false,
      usualSeconds: usualSeconds?.toString() ?? '',
      explorerTransaction: explorerTransaction ?? '',
      explorerAddress: explorerAddress ?? '',
    })),
  };
}

function toAsset({ ticker, networks, decimals }: AssetDraft): Asset {
  const ids = networks
    .split(/[,\n]/)
    .map((id) => id.trim())
    .filter((id) => id !== '');
  return { ticker: ticker.trim(), networks: ids, ...numberOf('decimals', decimals) };
}

function toNetwork({
  id,
  label,
  family,
  usesMemo,
  usualSeconds,
  explorerTransaction,
  explorerAddress,
}: NetworkDraft): Network {
  return {
    id: id.trim(),
    label: label.trim(),
    ...(family !== '' && { family }),
    ...(explorerTransaction.trim() !== '' && { explorerTransaction: explorerTransaction.trim() }),
    ...(explorerAddress.trim() !== '' && { explorerAddress: explorerAddress.trim() }),
    ...numberOf('usualSeconds', usualSeconds),
    ...(usesMemo && { usesMemo }),
  };
}

const WHOLE = /^[0-9]{1,7}$/;

function numberOf<Name extends string>(name: Name, typed: string): { [name in Name]?: number } {
  return (WHOLE.test(typed.trim()) ? { [name]: Number(typed.trim()) } : {}) as { [name in Name]?: number };
}

function checkNumber(typed: string, path: (string | number)[], context: z.RefinementCtx): void {
  if (typed.trim() !== '' && !WHOLE.test(typed.trim()))
    context.addIssue({ code: 'custom', path, message: 'Write a whole number, or leave it empty.' });
}
