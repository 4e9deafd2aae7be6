// Separate from lib/money/amounts.ts, so that a page that only shows amounts loads no decimal library.

// The service writes `.25` and leading zeros as well (docs/specification/service-facts.md#fields).
const SERVICE_AMOUNT = /^[0-9]{0,60}\.?[0-9]{1,60}$/;

/** Tells whether a text of the service is a decimal without sign or exponent, and of bounded length. */
export function isServiceAmount(text: string): boolean {
  return SERVICE_AMOUNT.test(text);
}

/**
 * Formats an amount for an overview, rounded half up: two decimals from 1 up, four below, and the first two digits of
 * what would be 0. An amount with fewer decimals keeps what it has; gives an unreadable text unchanged.
 */
export function roundForOverview(amount: string): string {
  if (!isServiceAmount(amount)) return amount;
  const [whole = '', decimals = ''] = amount.split('.');
  const places = /[1-9]/.test(whole) ? 2 : 4;
  if (decimals.length <= 2) return groupDigits(amount);
  const rounded = keepDigits(amount, roundAmount(amount, Math.min(places, decimals.length)));
  return groupDigits(trimZeros(rounded));
}

/** Drops the zeros at the end of an amount beyond its second decimal, which say nothing: “18400.0200” to “18400.02”. */
export function trimZeros(amount: string): string {
  return amount.replace(/(\.[0-9]{2}[0-9]*?)0+$/, '$1');
}

const FIAT = /^(?:USD|EUR|GBP|CHF|CAD|AUD|SGD|BRL|MXN)$/;
const STABLECOINS = /^(?:[A-Z]{0,2}USD[A-Z]?|EUR[A-Z]|GBP[A-Z])$/;

/** Tells whether an asset is money of a state, whose sums are shown with two decimals. */
export function isFiat(asset: string): boolean {
  return FIAT.test(asset);
}

/**
 * Gives an amount the one form in which its asset is shown, losing no digit: at least two decimals for fiat and
 * stablecoins, no zeros at the end for other assets. Gives an unreadable text unchanged.
 */
export function writeDecimals(amount: string, asset: string | undefined): string {
  const text = trimZeros(amount);
  if (asset === undefined || !isServiceAmount(text)) return text;
  if (!FIAT.test(asset) && !STABLECOINS.test(asset)) return text.replace(/(\.[0-9]*?)0+$/, '$1').replace(/\.$/, '');
  const [whole, decimals = ''] = text.split('.');
  return `${whole}.${decimals.padEnd(2, '0')}`;
}

/** Rounds an amount half up to a number of decimals, which it then has: "663.18169" to "663.18". */
export function roundAmount(amount: string, places: number): string {
  const [whole = '', decimals = ''] = amount.split('.');
  const kept = `${whole}${decimals.slice(0, places).padEnd(places, '0')}`;
  const isUp = (decimals[places] ?? '0') >= '5';
  const digits = (BigInt(kept) + (isUp ? 1n : 0n)).toString().padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

// As many digits as a price is read with.
const PRICE_DIGITS = 5;

/** Rounds a price to five digits, and a larger one to a whole number: “96499.901” to “96500”. */
export function roundPrice(price: string): string {
  const [whole = '', decimals = ''] = price.split('.');
  const digits = whole.replace(/^0+/, '').length;
  const zeros = digits === 0 ? Math.max(0, decimals.search(/[1-9]/)) : 0;
  const places = Math.max(0, PRICE_DIGITS - digits + zeros);
  if (decimals.length <= places) return price;
  const rounded = roundAmount(price, places);
  return places === 0 ? rounded : rounded.replace(/\.?0+$/, '');
}

/** Gives a rounded amount; where that is 0 and the amount is not, the amount with its first two digits. */
export function keepDigits(amount: string, rounded: string): string {
  if (/[1-9]/.test(rounded)) return rounded;
  const first = (amount.split('.')[1] ?? '').search(/[1-9]/);
  return first < 0 ? rounded : roundAmount(amount, first + 2);
}

/**
 * Formats an amount for reading with commas between thousands and every decimal; gives an unreadable text unchanged.
 */
export function groupDigits(amount: string): string {
  if (!isServiceAmount(amount)) return amount;
  const [whole = '', decimals] = amount.split('.');
  const grouped = (whole === '' ? '0' : whole).replace(/(?<=[0-9])(?=(?:[0-9]{3})+$)/g, ',');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

/** Writes an amount with its asset in a sentence, every digit of it: “3,315.60 USDC”, “1,234.5 ETH”. */
export function writeAmount(amount: string, asset: string): string {
  return `${groupDigits(writeDecimals(amount, asset))} ${asset}`.trimEnd();
}

/** Counts the decimals of an amount; 0 of an unreadable text. */
export function countDecimals(amount: string): number {
  return isServiceAmount(amount) ? (amount.split('.')[1] ?? '').length : 0;
}

const SHOWN_DECIMALS = 6;

/** Splits a number for reading into what is before its seventh decimal, and the decimals from there on. */
export function splitDigits(grouped: string): { shown: string; rest: string } {
  const end = /^[0-9,]*\.[0-9]+$/.test(grouped) ? grouped.indexOf('.') + 1 + SHOWN_DECIMALS : grouped.length;
  return { shown: grouped.slice(0, end), rest: grouped.slice(end) };
}
