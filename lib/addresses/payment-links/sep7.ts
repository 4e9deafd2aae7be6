import { base64 } from '@scure/base';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { LinkReading } from '@/lib/addresses/payment-links/link-content';
import {
  explainWithout,
  listOthers,
  parseParameters,
  type Parameters,
  readAmount,
} from '@/lib/addresses/payment-links/parameters';
import { fail, ok, type Result } from '@/lib/result';

const PUBLIC_NETWORK = 'Public Global Stellar Network ; September 2015';
const USED = ['destination', 'amount', 'asset_code', 'asset_issuer', 'memo', 'memo_type', 'network_passphrase'];
const MAX_MEMO_ID = 2n ** 64n;
const MEMO_UNCLEAR =
  'The memo in this link can be read in several ways. Ask the recipient for the address and the memo.';

/** Reads a payment link of Stellar (SEP-7). Undefined for another text. */
export function readSep7(text: string): LinkReading | undefined {
  const [, operation = '', query = ''] = /^web\+stellar:(?:\/\/)?([^?]*)(?:\?(.*))?$/is.exec(text) ?? [];
  if (!/^web\+stellar:/i.test(text)) return undefined;
  if (operation.toLowerCase() !== 'pay')
    return fail(
      'This is a request to sign a transaction on Stellar, not an address. Ask the recipient for the address.',
    );
  const parameters = parseParameters(query);
  if (!parameters.ok) return parameters;
  const { value } = parameters;
  const network = value.get('network_passphrase');
  if (network !== undefined && network !== '' && network !== PUBLIC_NETWORK)
    return fail(
      'This link is for a Stellar test network, where coins have no value. Ask the recipient for the address.',
    );
  const address = value.get('destination') ?? '';
  if (address.includes('*')) return fail(explainWithout('a federated name, which the console does not look up'));
  if (address === '') return fail(explainWithout('no destination'));
  const memo = readMemo(value, query);
  if (!memo.ok) return memo;
  const amount = readAmount(value);
  if (!amount.ok) return amount;
  return ok({
    kind: 'a payment link',
    family: 'stellar',
    network: 'STELLAR',
    address,
    ...readAsset(value, amount.value),
    ...(memo.value !== undefined && { memo: memo.value }),
    others: [...listIssuer(value, amount.value), ...listOthers(value, USED)],
  });
}

// A code is an asset only together with its issuer, which the console does not know for every asset.
function readAsset(parameters: Parameters, amount: string | undefined): { asset?: string; amount?: string } {
  const isIssued = (parameters.get('asset_issuer') ?? '') !== '';
  if (isIssued) return {};
  const asset = parameters.get('asset_code') || (amount === undefined ? undefined : 'XLM');
  return asset === undefined ? {} : { asset, ...(amount !== undefined && { amount }) };
}

function listIssuer(parameters: Parameters, amount: string | undefined) {
  const issuer = parameters.get('asset_issuer') ?? '';
  if (issuer === '') return [];
  const code = parameters.get('asset_code') ?? '';
  return [
    { name: 'asset code', value: code },
    { name: 'issuer of the asset', value: issuer },
    ...(amount === undefined ? [] : [{ name: 'amount of it', value: amount }]),
  ];
}

/** Reads the memo as a form holds it: a text, a number, or 64 hex digits for a hash. */
function readMemo(parameters: Parameters, query: string): Result<string | undefined, string> {
  const [memo, type] = [parameters.get('memo'), parameters.get('memo_type') ?? 'MEMO_TEXT'];
  if (memo === undefined || memo === '')
    return parameters.has('memo_type')
      ? fail('The link names a kind of memo, and no memo. Ask the recipient again.')
      : ok(undefined);
  switch (type.toUpperCase()) {
    case 'MEMO_TEXT':
      // Some programs write a space as +.
      return /(?:^|&)memo=[^&]*\+/i.test(query) || memo !== memo.trim() ? fail(MEMO_UNCLEAR) : ok(memo);
    case 'MEMO_ID':
      return /^[0-9]{1,20}$/.test(memo) && BigInt(memo) < MAX_MEMO_ID
        ? ok(memo)
        : fail('The memo in this link is no memo ID, although the link says so. Ask the recipient for the memo.');
    case 'MEMO_HASH':
      return readHash(memo);
    default:
      return fail('The link has a kind of memo that the console cannot send. Ask the recipient for another memo.');
  }
}

function readHash(memo: string): Result<string, string> {
  try {
    // A + that was not encoded is a space for some programs.
    const bytes = base64.decode(memo.replaceAll(' ', '+'));
    return bytes.length === 32 ? ok(bytesToHex(bytes)) : fail(MEMO_UNCLEAR);
  } catch {
    return fail(MEMO_UNCLEAR);
  }
}
