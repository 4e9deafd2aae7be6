import type { LinkReading } from '@/lib/addresses/payment-links/link-content';
import { explainWithout, listOthers, parseParameters, readAmount } from '@/lib/addresses/payment-links/parameters';
import { fail, ok } from '@/lib/result';

const LINK = /^solana:(?:\/\/)?([^?]*)(?:\?(.*))?$/is;

/** Reads a payment link of Solana Pay (https://docs.solanapay.com/spec). Undefined for another text. */
export function readSolanaPay(text: string): LinkReading | undefined {
  const [match, address = '', query = ''] = LINK.exec(text) ?? [];
  if (match === undefined) return undefined;
  if (/^https|:|%3a/i.test(address))
    return fail('This link asks a web page for a transaction to sign. Ask the recipient for the address.');
  if (address === '') return fail(explainWithout('no recipient'));
  // The specification lets `reference` repeat.
  const parameters = parseParameters(query, ['reference']);
  if (!parameters.ok) return parameters;
  const { value } = parameters;
  const amount = readAmount(value);
  if (!amount.ok) return amount;
  const memo = value.get('memo');
  if (memo !== undefined && /(?:^|&)memo=[^&]*\+/i.test(query))
    return fail('The memo in this link can be read in several ways. Ask the recipient for the address and the memo.');
  // With a mint the amount is one of a token that the link does not name.
  const isToken = value.has('spl-token');
  const ofCoin = !isToken && amount.value !== undefined ? { asset: 'SOL', amount: amount.value } : {};
  return ok({
    kind: 'a payment link',
    family: 'solana',
    network: 'SOLANA',
    address,
    ...ofCoin,
    ...(memo !== undefined && memo.trim() !== '' && { memo }),
    others: listOthers(value, isToken ? ['memo'] : ['memo', 'amount']),
  });
}
