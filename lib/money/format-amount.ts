// Separate from lib/money/amounts.ts, so that a page that only shows amounts loads no decimal library.

// The service writes `.25` and leading zeros as well (docs/specification/service-facts.md#fields).
const SERVICE_AMOUNT = /^[0-9]{0,60}\.?[0-9]{1,60}$/;

/** Tells whether a text of the service is a decimal without sign or exponent, and of bounded length. */
export function isServiceAmount(text: string): boolean {
  return SERVICE_AMOUNT.test(text);
}

const MAX_SIGNIFICANT_DIGITS = 8;

/**
 * Formats an amount for reading with at most eight significant digits, never rounded: “…” shows where decimals were cut
 * off.
 */
export function shortenDigits(amount: string): string {
  if (!isServiceAmount(amount)) return amount;
  const [whole = '', decimals = ''] = amount.replace(/^0+/, '').split('.');
  const zeros = whole === '' ? (/^0*/.exec(decimals)?.[0].length ?? 0) : 0;
  const kept = decimals.slice(0, Math.max(0, zeros + MAX_SIGNIFICANT_DIGITS - whole.length)).replace(/0+$/, '');
  const isCut = kept !== decimals.replace(/0+$/, '');
  return `${groupDigits(`${whole === '' ? '0' : whole}${kept && `.${kept}`}`)}${isCut ? '…' : ''}`;
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
