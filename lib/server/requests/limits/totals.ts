import 'server-only';
import { addAmounts, type Amount, unitsAt, valueAt } from '@/lib/money/amounts';
import { REFERENCE_CURRENCY, type TimeUsage } from '@/lib/policy/time-limits';
import { MIN_NOTIONAL, MIN_SAMPLES, type Price } from '@/lib/server/mirror/figures/asset-price';
import { isSameId } from '@/lib/text/uuid';

/** An amount, or a total of the balance that is debited, in its own asset. */
interface Value {
  asset: string;
  amount: Amount;
}

/** What counted before a withdrawal, and what its submission adds. */
export interface Parts {
  counted: readonly Value[];
  own: readonly Value[];
}

/** Reads the prices of assets; leaves out those that have none. */
type PriceReader = (assets: readonly string[]) => Promise<Map<string, Price>>;

type Total = Omit<TimeUsage, 'measure'>;

/**
 * Adds values up in units of an asset. A total in another asset, such as USD for PYUSD, is turned into units by prices:
 * its value by the higher price, and the units by the lower one, so that they are never too few.
 */
export async function addUnits(asset: string, parts: Parts, readPrices: PriceReader): Promise<Total> {
  const foreign = listForeign(asset, parts);
  const prices = await pricesOf(foreign.length > 0 ? [asset, ...foreign] : [], readPrices);
  if (typeof prices === 'string') return withoutPrice(prices);
  const price = prices.get(asset);
  const units = ({ asset: own, amount }: Value) =>
    isSameId(own, asset) ? amount : unitsAt(valueAt(amount, prices.get(own)?.usd ?? '0'), price?.least ?? '0');
  const total = addUp(parts, units);
  return { ...total, ...(price && { price: { usd: price.least, at: price.at } }) };
}

/** Adds values up in the reference currency. */
export async function addPrices({ counted, own }: Parts, readPrices: PriceReader): Promise<Total> {
  const assets = [...counted, ...own].filter(isWorth).map(({ asset }) => asset);
  const prices = await pricesOf(assets, readPrices);
  if (typeof prices === 'string') return withoutPrice(prices);
  const price = prices.get(own[0]?.asset ?? '');
  return {
    ...addUp({ counted, own }, ({ asset, amount }) => valueAt(amount, prices.get(asset)?.usd ?? '0')),
    ...(price && own[0]?.asset !== REFERENCE_CURRENCY && { price: { usd: price.usd, at: price.at } }),
  };
}

const isWorth = ({ amount }: Value) => !/^[0.]*$/.test(amount);
const sumOf = (amounts: readonly Amount[]) => amounts.reduce(addAmounts, '0');

function listForeign(asset: string, { counted, own }: Parts): string[] {
  return [...counted, ...own]
    .filter((value) => isWorth(value) && !isSameId(value.asset, asset))
    .map((one) => one.asset);
}

function addUp({ counted, own }: Parts, toAmount: (value: Value) => Amount): Pick<TimeUsage, 'before' | 'after'> {
  const before = sumOf(counted.filter(isWorth).map(toAmount));
  return { before, after: sumOf([before, ...own.filter(isWorth).map(toAmount)]) };
}

/** Gives the prices of assets, that of the reference currency among them; the reason where one of them is unknown. */
async function pricesOf(assets: readonly string[], readPrices: PriceReader): Promise<Map<string, Price> | string> {
  const asked = [...new Set(assets)].filter((asset) => asset !== REFERENCE_CURRENCY).toSorted();
  const prices = new Map(await readPrices(asked));
  const missing = asked.find((asset) => !prices.has(asset));
  return missing === undefined ? prices.set(REFERENCE_CURRENCY, ONE) : explainNoPrice(missing);
}

const ONE: Price = { usd: '1', least: '1' };

export const unknownTotal = (reason: string): Total => ({ before: null, after: null, unknown: reason });
const withoutPrice = (reason: string): Total => ({ ...unknownTotal(reason), lacksPrice: true });

function explainNoPrice(asset: string): string {
  return (
    `the price of ${asset} in ${REFERENCE_CURRENCY} is unknown: fewer than ${MIN_SAMPLES} completed transfers ` +
    `of it were worth ${MIN_NOTIONAL} ${REFERENCE_CURRENCY} or more`
  );
}
