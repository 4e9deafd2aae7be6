import { z } from 'zod';
import type { Registry } from '@/lib/networks/assets';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';
import { ADDRESS_FAMILIES } from '@/lib/networks/networks';

const text = (longest: number) =>
  z
    .string()
    .trim()
    .min(1, 'This is empty.')
    .max(longest, `At most ${longest} characters.`)
    .refine((value) => findHiddenCharacter(value) === undefined, 'This has a character in it that cannot be seen.');

const explorer = (placeholder: string) =>
  text(300)
    .refine((link) => link.split(placeholder).length === 2, `Write ${placeholder} once, where it belongs.`)
    .refine(
      (link) => /^https:\/\/[a-z0-9.-]+(?::[0-9]+)?\/\S*$/i.test(link),
      'This must be an address that begins with https:// and has a path.',
    );

const networkSchema = z.strictObject({
  id: z.string().regex(/^[A-Z][A-Z0-9_]{1,63}$/, 'The service’s own word: capitals, digits and underscores.'),
  label: text(40),
  /** Absent: its addresses cannot be checked. */
  family: z.enum(ADDRESS_FAMILIES).exactOptional(),
  explorerTransaction: explorer('{hash}').exactOptional(),
  explorerAddress: explorer('{address}').exactOptional(),
  usualSeconds: z.number().int().min(1, 'At least a second.').max(604_800, 'At most a week.').exactOptional(),
  usesMemo: z.literal(true).exactOptional(),
});

const assetSchema = z.strictObject({
  ticker: z.string().regex(/^[A-Za-z0-9._-]{1,20}$/, 'One to twenty letters and digits, as the service writes it.'),
  networks: z.array(z.string().max(64)).min(1, 'Name at least one network.').max(100),
  decimals: z.number().int().min(0).max(30, 'At most 30.').exactOptional(),
});

/** The table of assets and networks as it is kept and proposed. Every network that an asset names must be in it. */
export const registrySchema: z.ZodType<Registry> = z
  .strictObject({
    assets: z.array(assetSchema).min(1, 'Name at least one asset.').max(500),
    networks: z.array(networkSchema).min(1, 'Name at least one network.').max(100),
  })
  .superRefine(({ assets, networks }, context) => {
    const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
    const [tickers, ids] = [assets.map(({ ticker }) => ticker), networks.map(({ id }) => id)];
    tickers.forEach(
      (ticker, index) =>
        tickers.indexOf(ticker) !== index && refuse(['assets', index, 'ticker'], `${ticker} is there twice.`),
    );
    ids.forEach((id, index) => ids.indexOf(id) !== index && refuse(['networks', index, 'id'], `${id} is there twice.`));
    assets.forEach(({ networks: named }, index) => {
      const missing = named.find((id) => !ids.includes(id));
      if (missing !== undefined) refuse(['assets', index, 'networks'], `${missing} is not among the networks.`);
      else if (new Set(named).size < named.length) refuse(['assets', index, 'networks'], 'A network is named twice.');
    });
  });
