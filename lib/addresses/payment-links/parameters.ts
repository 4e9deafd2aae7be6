import { parseAmount } from '@/lib/money/parse-amount';
import type { LinkMember } from '@/lib/addresses/payment-links/link-content';
import { fail, ok, type Result } from '@/lib/result';

/** Parameters of a link by name in lower case, each value decoded. */
export type Parameters = ReadonlyMap<string, string>;

const MAX_PARAMETERS = 40;
const UNREADABLE =
  'The link is damaged: a part of it cannot be read. Copy the link again, or enter the address by hand.';

/**
 * Parses the parameters of a link, which & signs separate. A name that occurs twice is refused, since programs differ
 * in which one they take; `repeatable` may repeat, and is numbered.
 */
export function parseParameters(query: string, repeatable: readonly string[] = []): Result<Parameters, string> {
  const found = new Map<string, string>();
  const pieces = query.split('&').filter((piece) => piece !== '');
  if (pieces.length > MAX_PARAMETERS)
    return fail('The link has more parts than a payment has. Enter the address by hand.');
  for (const piece of pieces) {
    const at = piece.indexOf('=');
    const [name, value] = [decode(at < 0 ? piece : piece.slice(0, at)), decode(at < 0 ? '' : piece.slice(at + 1))];
    if (name === undefined || value === undefined) return fail(UNREADABLE);
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, value);
    else if (repeatable.includes(key)) found.set(`${key} ${found.size}`, value);
    else return fail(explainTwice(key));
  }
  return ok(found);
}

function decode(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text);
    return decoded.isWellFormed() ? decoded : undefined;
  } catch {
    return undefined;
  }
}

// Other names can hold anything, such as a secret.
function explainTwice(name: string): string {
  const shown = /^[a-z_-]{1,20}$/.test(name) ? `“${name}”` : 'one of its parts';
  return `The link names ${shown} twice, so it is not clear what it means. Ask the recipient for the address.`;
}

/** Lists the parameters that were not used. */
export function listOthers(parameters: Parameters, used: readonly string[]): LinkMember[] {
  return [...parameters].filter(([name]) => !used.includes(name)).map(([name, value]) => ({ name, value }));
}

/** Reads an amount in units of its asset; undefined where the link has none. */
export function readAmount(parameters: Parameters): Result<string | undefined, string> {
  const text = parameters.get('amount');
  if (text === undefined) return ok(undefined);
  const amount = /^[0-9.]+$/.test(text) ? parseAmount(text) : fail('');
  return amount.ok
    ? amount
    : fail('The amount in this link is none that can be paid. Ask the recipient for the address and the amount.');
}

/** Explains that a link holds no address, but the given thing instead. */
export function explainWithout(what: string): string {
  return `This payment link holds ${what}, and no address. Ask the recipient for the address.`;
}
