// Apart from what computes with amounts, so that a page which only shows them loads no decimal library.

// What the service may write (service-facts, "Fields"): `.25` and leading zeros occur there.
const SERVICE_AMOUNT = /^[0-9]{0,60}\.?[0-9]{1,60}$/;

/** Whether a text of the service is a decimal that can be computed with (no sign, no exponent). */
export function isServiceAmount(text: string): boolean {
  return SERVICE_AMOUNT.test(text);
}

const MOST_READ = 8;

/** For reading only: as `groupDigits`, with no decimals beyond eight digits that count, and “…” where more were cut off. */
export function shortenDigits(amount: string): string {
  if (!isServiceAmount(amount)) return amount;
  const [whole = '', decimals = ''] = amount.replace(/^0+/, '').split('.');
  const zeros = whole === '' ? (/^0*/.exec(decimals)?.[0].length ?? 0) : 0;
  const kept = decimals.slice(0, Math.max(0, zeros + MOST_READ - whole.length)).replace(/0+$/, '');
  const isCut = kept !== decimals.replace(/0+$/, '');
  return `${groupDigits(`${whole === '' ? '0' : whole}${kept && `.${kept}`}`)}${isCut ? '…' : ''}`;
}

/** For reading only: commas between thousands of the whole part, every decimal kept. Anything unreadable comes back as it is. */
export function groupDigits(amount: string): string {
  if (!isServiceAmount(amount)) return amount;
  const [whole = '', decimals] = amount.split('.');
  const grouped = (whole === '' ? '0' : whole).replace(/(?<=[0-9])(?=(?:[0-9]{3})+$)/g, ',');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}
