import { networkOfChain } from '@/lib/networks/find-named';
import type { LinkReading } from '@/lib/addresses/payment-links/link-content';
import { listOthers, parseParameters } from '@/lib/addresses/payment-links/parameters';
import { fail, ok } from '@/lib/result';

// Longest first: an account has 56 characters, a muxed one 69.
const STELLAR = /^(M[A-Z2-7]{68}|G[A-Z2-7]{55})(?![A-Za-z0-9])(.*)$/s;
const EVM_CHAIN = /^(0x[0-9a-f]{40})@([0-9]{1,20})$/i;
const WITH_PARAMETERS = /^((?:bitcoincash:)?[A-Za-z0-9]{25,120})\?(.*)$/s;
const WITH_TEXT = /^((?:bitcoincash:)?[A-Za-z0-9]{25,120})([:|;,&#/][^]*)$/;
const LEADING_LABEL = /^(?:(?:deposit|wallet|destination|recipient) )?(?:address|account|to)\s*[:=]\s*/i;
const SEPARATOR = /^[\s:|;,&#/]+/;
const MEMO_LABEL = /^(?:destination )?(?:memo(?:[ _-]?(?:id|text|hash|type))?|tag|dt)\s*(?:[:=#]|\s)\s*/i;
const MEMO_NAMES = ['memo', 'memoid', 'memo_id', 'memo_text', 'memotext', 'dt', 'tag'];
const KIND = 'an address with more text';

/**
 * Reads an address that is followed by something else: a memo, as exchanges on Stellar write it (G…:104837562), a chain
 * (0x…@137), or parameters without the beginning of a link. Whether it is an address is not checked here. Undefined for
 * another text.
 */
export function readBareAddress(text: string): LinkReading | undefined {
  const plain = text.replace(LEADING_LABEL, '');
  const [, ofChain, chain = ''] = EVM_CHAIN.exec(plain) ?? [];
  if (ofChain !== undefined) {
    const network = networkOfChain(chain);
    if (network === undefined)
      return fail(`The address is for a network that the console does not know (${chain}). Ask the recipient again.`);
    return ok({ kind: 'an address with its network', family: 'evm', network, address: ofChain, others: [] });
  }
  const [, address, query] = WITH_PARAMETERS.exec(plain) ?? [];
  if (address !== undefined && query !== undefined) return readParameters(address, query);
  const [, account, rest = ''] = STELLAR.exec(plain) ?? [];
  if (account !== undefined) return readAccount(account, rest);
  const [, other, more = ''] = WITH_TEXT.exec(plain) ?? [];
  const value = more.replace(SEPARATOR, '').trim();
  if (other === undefined || value === '') return undefined;
  return ok({ kind: KIND, address: other, others: [{ name: 'text after the address', value }] });
}

function readAccount(address: string, rest: string): LinkReading | undefined {
  if (!SEPARATOR.test(rest)) return undefined;
  const memo = rest.replace(SEPARATOR, '').replace(MEMO_LABEL, '').trim();
  // A line break, or another address, is no memo.
  if (memo === '' || STELLAR.test(memo)) return undefined;
  const named = { kind: 'an address with its memo', family: 'stellar', network: 'STELLAR', address } as const;
  if (/^[^\p{Cc}]{1,100}$/u.test(memo) && !/\s/.test(memo)) return ok({ ...named, memo, others: [] });
  return ok({ ...named, kind: KIND, others: [{ name: 'text after the address', value: memo }] });
}

function readParameters(address: string, query: string): LinkReading {
  const parameters = parseParameters(query);
  if (!parameters.ok) return parameters;
  const memos = MEMO_NAMES.filter((name) => parameters.value.has(name));
  const [name = '', ...more] = memos;
  if (more.length > 0) return fail('The text names several memos. Ask the recipient for the address and the memo.');
  const memo = parameters.value.get(name);
  return ok({
    kind: KIND,
    address,
    ...(memo !== undefined && memo !== '' && { memo }),
    others: listOthers(parameters.value, memos),
  });
}
