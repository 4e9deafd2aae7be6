// Apart from what computes with amounts, so that a page which only shows them loads no decimal library.

// What the service may write (service-facts, "Fields"): `.25` and leading zeros occur there.
const SERVICE_AMOUNT = /^[0-9]{0,60}\.?[0-9]{1,60}$/;

/** Whether a text of the service is a decimal that can be computed with (no sign, no exponent). */
export function isServiceAmount(text: string): boolean {
  return SERVICE_AMOUNT.test(text);
}

/** For reading only: commas between thousands of the whole part, every decimal kept. Anything unreadable comes back as it is. */
export function groupDigits(amount: string): string {
  if (!isServiceAmount(amount)) return amount;
  const [whole = '', decimals] = amount.split('.');
  const grouped = (whole === '' ? '0' : whole).replace(/(?<=[0-9])(?=(?:[0-9]{3})+$)/g, ',');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}
