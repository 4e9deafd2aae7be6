import type { AddressFamily } from '@/lib/networks/network-definition';
import { DEFINITIONS, type NetworkId } from '@/lib/networks/networks';
import type { LinkReading } from '@/lib/addresses/payment-links/link-content';
import { explainWithout, listOthers, parseParameters, readAmount } from '@/lib/addresses/payment-links/parameters';
import { fail, ok } from '@/lib/result';

interface Coin {
  network: NetworkId;
  family: AddressFamily;
  asset: string;
}

/** Coins by the scheme of their links. */
const COINS: ReadonlyMap<string, Coin> = new Map(
  DEFINITIONS.flatMap(({ network: { id: network, family }, coin, scheme }) =>
    family && coin && scheme !== undefined ? [[scheme, { network, family, asset: coin.ticker }]] : [],
  ),
);

const LINK = /^([a-z]{1,20}):(?:\/\/)?([^?]*)(?:\?(.*))?$/is;

/**
 * Reads a payment link of BIP 21, for Bitcoin and similar coins. The prefix of a Bitcoin Cash address alone is part of
 * the address. Undefined for another text.
 */
export function readBip21(text: string): LinkReading | undefined {
  const [, scheme = '', address = '', query] = LINK.exec(text) ?? [];
  const coin = COINS.get(scheme.toLowerCase());
  if (!coin || (coin.family === 'bitcoin-cash' && query === undefined && !text.includes('//'))) return undefined;
  const parameters = parseParameters(query ?? '');
  if (!parameters.ok) return parameters;
  if (address === '') return fail(explainWithout('an invoice or a request'));
  // BIP 21: a link with a required part that a program does not know is not valid for it.
  if ([...parameters.value.keys()].some((name) => name.startsWith('req-')))
    return fail(
      'This link requires something of a wallet that the console cannot do. Ask the recipient for the address.',
    );
  const amount = readAmount(parameters.value);
  if (!amount.ok) return amount;
  return ok({
    kind: 'a payment link',
    ...coin,
    address: coin.family === 'bitcoin-cash' ? withPrefix(address) : address,
    ...(amount.value !== undefined && { amount: amount.value }),
    others: listOthers(parameters.value, ['amount']),
  });
}

// The legacy format has no prefix.
function withPrefix(address: string): string {
  if (/^[13CH]/.test(address)) return address;
  return address === address.toUpperCase() ? `BITCOINCASH:${address}` : `bitcoincash:${address}`;
}
