import { z } from 'zod';
import type { Registry } from '@/lib/networks/assets';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';
import { ADDRESS_FAMILIES } from '@/lib/networks/network-definition';

const text = (maximum: number) =>
  z
    .string()
    .trim()
    .min(1, 'This field is required.')
    .max(maximum, `Use at most ${maximum} characters.`)
    .refine(
      (value) => findHiddenCharacter(value) === undefined,
      'This text has an invisible character. Type the text again.',
    );

const explorer = (placeholder: string) =>
  text(300)
    .refine((link) => link.split(placeholder).length === 2, `Write ${placeholder} exactly once.`)
    .refine(
      (link) => /^https:\/\/[a-z0-9.-]+(?::[0-9]+)?\/\S*$/i.test(link),
      'Enter a link that begins with https:// and has a path.',
    );

const networkSchema = z.strictObject({
  id: z.string().regex(/^[A-Z][A-Z0-9_]{1,63}$/, 'Use capital letters, digits and underscores, as in ETHEREUM.'),
  label: text(40),
  /** Absent where no code can check the addresses. */
  family: z.enum(ADDRESS_FAMILIES).exactOptional(),
  explorerTransaction: explorer('{hash}').exactOptional(),
  explorerAddress: explorer('{address}').exactOptional(),
  usualSeconds: z
    .number()
    .int()
    .min(1, 'Enter at least 1 second.')
    .max(604_800, 'Enter at most 604,800 seconds (one week).')
    .exactOptional(),
  usesMemo: z.literal(true).exactOptional(),
});

const decimalsSchema = z.number().int().min(0).max(30, 'Enter at most 30.');

const assetSchema = z.strictObject({
  ticker: z.string().regex(/^[A-Za-z0-9._-]{1,20}$/, 'Use 1 to 20 letters and digits, as in ETH.'),
  networks: z.array(z.string().max(64)).min(1, 'Enter at least one network.').max(100),
  decimals: decimalsSchema.exactOptional(),
  networkDecimals: z.record(z.string().max(64), decimalsSchema).exactOptional(),
});

/** Schema of the registry as it is stored and proposed. Every network of an asset must be in it, nothing twice. */
export const registrySchema: z.ZodType<Registry> = z
  .strictObject({
    assets: z.array(assetSchema).min(1, 'Add at least one asset.').max(500),
    networks: z.array(networkSchema).min(1, 'Add at least one network.').max(100),
  })
  .superRefine(({ assets, networks }, context) => {
    const addIssue = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    const [tickers, ids] = [assets.map(({ ticker }) => ticker), networks.map(({ id }) => id)];
    tickers.forEach(
      (ticker, index) =>
        tickers.indexOf(ticker) !== index && addIssue(['assets', index, 'ticker'], `${ticker} is in the table twice.`),
    );
    ids.forEach(
      (id, index) => ids.indexOf(id) !== index && addIssue(['networks', index, 'id'], `${id} is in the table twice.`),
    );
    assets.forEach(({ networks: named }, index) => {
      const missing = named.find((id) => !ids.includes(id));
      if (missing !== undefined) addIssue(['assets', index, 'networks'], `${missing} is not in the list of networks.`);
      else if (new Set(named).size < named.length)
        addIssue(['assets', index, 'networks'], 'A network is listed twice.');
    });
    assets.forEach(({ networks: named, networkDecimals = {} }, index) => {
      const other = Object.keys(networkDecimals).find((id) => !named.includes(id));
      if (other !== undefined)
        addIssue(['assets', index, 'networkDecimals'], `${other} is not one of the networks of this asset.`);
    });
  });
