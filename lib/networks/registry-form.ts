import { z } from 'zod';
import type { Asset, Registry } from '@/lib/networks/assets';
import { registrySchema } from '@/lib/networks/registry';
import { ADDRESS_FAMILIES, type Network } from '@/lib/networks/network-definition';

const assetDraftSchema = z.strictObject({
  ticker: z.string(),
  networks: z.string(),
  decimals: z.string(),
  /** Decimals where they differ, as in "STELLAR 7, SOLANA 6". */
  networkDecimals: z.string(),
});
const networkDraftSchema = z.strictObject({
  id: z.string(),
  label: z.string(),
  /** Empty where no code can check the addresses. */
  family: z.enum(['', ...ADDRESS_FAMILIES]),
  usesMemo: z.boolean(),
  usualSeconds: z.string(),
  explorerTransaction: z.string(),
  explorerAddress: z.string(),
});
/** Form of an asset and of a network in the registry's editor. */
export type AssetDraft = z.infer<typeof assetDraftSchema>;
export type NetworkDraft = z.infer<typeof networkDraftSchema>;

/** Schema of the registry as the editor shows it: numbers as text, networks of an asset separated by commas. */
export const registryFormSchema = z
  .strictObject({ assets: z.array(assetDraftSchema), networks: z.array(networkDraftSchema) })
  .superRefine((form, context) => {
    form.assets.forEach(({ decimals, networkDecimals }, index) => {
      checkNumber(decimals, ['assets', index, 'decimals'], context);
      const message = explainNetworkDecimals(networkDecimals);
      if (message !== undefined)
        context.addIssue({ code: 'custom', path: ['assets', index, 'networkDecimals'], message });
    });
    form.networks.forEach(({ usualSeconds }, index) =>
      checkNumber(usualSeconds, ['networks', index, 'usualSeconds'], context),
    );
    for (const { path, message } of registrySchema.safeParse(toRegistry(form)).error?.issues ?? []) {
      // An issue of one network of an asset belongs to the field that holds them all.
      context.addIssue({ code: 'custom', path: path.slice(0, 3), message });
    }
  });
export type RegistryForm = z.infer<typeof registryFormSchema>;

/** Form of a new asset. */
export const EMPTY_ASSET: AssetDraft = { ticker: '', networks: '', decimals: '', networkDecimals: '' };
/** Form of a new network. */
export const EMPTY_NETWORK: NetworkDraft = {
  id: '',
  label: '',
  family: '',
  usesMemo: false,
  usualSeconds: '',
  explorerTransaction: '',
  explorerAddress: '',
};

/** Makes the registry that a form stands for. Empty optional fields become absent members. */
export function toRegistry({ assets, networks }: RegistryForm): Registry {
  return { assets: assets.map(toAsset), networks: networks.map(toNetwork) };
}

/** Makes the form that shows a registry. The inverse of `toRegistry`. */
export function toRegistryForm({ assets, networks }: Registry): RegistryForm {
  return {
    assets: assets.map(({ ticker, networks: ids, decimals, networkDecimals }) => ({
      ticker,
      networks: ids.join(', '),
      decimals: decimals?.toString() ?? '',
      networkDecimals: Object.entries(networkDecimals ?? {})
        .map(([id, own]) => `${id} ${own}`)
        .join(', '),
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

function toAsset({ ticker, networks, decimals, networkDecimals }: AssetDraft): Asset {
  const differing = splitList(networkDecimals).flatMap((entry) => {
    const [, id, own] = NETWORK_DECIMALS.exec(entry) ?? [];
    return id !== undefined && own !== undefined ? [[id, Number(own)] as const] : [];
  });
  return {
    ticker: ticker.trim(),
    networks: splitList(networks),
    ...optionalNumber('decimals', decimals),
    ...(differing.length > 0 && { networkDecimals: Object.fromEntries(differing) }),
  };
}

const NETWORK_DECIMALS = /^([A-Z][A-Z0-9_]{1,63})[ :]\s*([0-9]{1,2})$/;

function splitList(typed: string): string[] {
  return typed
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function explainNetworkDecimals(typed: string): string | undefined {
  const entries = splitList(typed);
  if (entries.some((entry) => !NETWORK_DECIMALS.test(entry)))
    return 'Enter a network ID and a number, as in STELLAR 7, or leave the field empty.';
  const ids = entries.map((entry) => NETWORK_DECIMALS.exec(entry)?.[1]);
  return new Set(ids).size < ids.length ? 'A network is listed twice.' : undefined;
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
    ...optionalNumber('usualSeconds', usualSeconds),
    ...(usesMemo && { usesMemo }),
  };
}

const WHOLE = /^[0-9]{1,7}$/;

function optionalNumber<Name extends string>(name: Name, typed: string): { [name in Name]?: number } {
  return (WHOLE.test(typed.trim()) ? { [name]: Number(typed.trim()) } : {}) as { [name in Name]?: number };
}

function checkNumber(typed: string, path: (string | number)[], context: z.RefinementCtx): void {
  if (typed.trim() !== '' && !WHOLE.test(typed.trim()))
    context.addIssue({ code: 'custom', path, message: 'Enter a whole number, or leave the field empty.' });
}
