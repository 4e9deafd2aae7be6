import { networkOfChain, networkOfShortName } from '@/lib/networks/find-named';
import type { NetworkId } from '@/lib/networks/networks';
import type { LinkReading } from '@/lib/addresses/payment-links/link-content';
import { explainWithout, listOthers, parseParameters, type Parameters } from '@/lib/addresses/payment-links/parameters';
import { fail, ok, type Result } from '@/lib/result';

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const LINK = /^ethereum:(?:\/\/)?(?:pay-)?([^@/?]*)(?:@([^/?]*))?(?:\/([^?]*))?(?:\?(.*))?$/is;
const WITH_NETWORK = /^(?:(eip155):([0-9]{1,20})|([a-z0-9-]{1,20})):(0x[0-9a-f]{40})(?:\?(.*))?$/is;

/**
 * Reads a payment link of Ethereum and similar networks (EIP-681), or an address with its network in front (EIP-3770,
 * CAIP-10). Amounts are in the smallest units and are shown as they are. Undefined for another text.
 */
export function readEip681(text: string): LinkReading | undefined {
  const link = LINK.exec(text);
  if (!link) return readWithNetwork(text);
  const [, target = '', chain, call, query = ''] = link;
  const parameters = parseParameters(query);
  if (!parameters.ok) return parameters;
  const network = findChain(chain, parameters.value);
  if (!network.ok) return network;
  if (!ADDRESS.test(target))
    return fail(target.includes('.') ? explainWithout('a name, which the console does not look up') : DAMAGED);
  const named = { kind: 'a payment link', family: 'evm', ...network.value } as const;
  if (call === undefined || call === '')
    return ok({ ...named, address: target, others: listOthers(withUnits(parameters.value), ['chainid']) });
  // The contract of a token comes first; the recipient is a parameter.
  const recipient = parameters.value.get('address') ?? '';
  if (call !== 'transfer')
    return fail('This link calls another function of a contract than a transfer. Ask the recipient for an address.');
  if (!ADDRESS.test(recipient)) return fail(explainWithout('the contract of a token'));
  if (/[1-9]/.test(parameters.value.get('value') ?? ''))
    return fail('This link pays a token and coins at once, so it is not clear what it means. Ask the recipient again.');
  const others = listOthers(withUnits(parameters.value), ['address', 'chainid']);
  return ok({ ...named, address: recipient, others: [{ name: 'token contract', value: target }, ...others] });
}

const DAMAGED = 'This payment link has no whole address. Copy the link again, or ask the recipient for the address.';

/** Gives the network of a link; none where the link does not name one. */
function findChain(chain: string | undefined, parameters: Parameters): Result<{ network?: NetworkId }, string> {
  const other = parameters.get('chainid');
  if (chain !== undefined && other !== undefined && chain !== other)
    return fail('The link names two networks. Ask the recipient for the address and its network.');
  const given = chain ?? other;
  if (given === undefined) return ok({});
  const network = networkOfChain(given);
  return network === undefined ? fail(explainUnknownChain(given)) : ok({ network });
}

function explainUnknownChain(chain: string): string {
  const shown = /^[0-9a-z-]{1,20}$/i.test(chain) ? ` (${chain})` : '';
  return `The address is for a network that the console does not know${shown}. Ask the recipient for another address.`;
}

// EIP-681: `value` is in wei, and `uint256` in the smallest unit of the token, whose decimals the link does not say.
function withUnits(parameters: Parameters): Parameters {
  const units: Record<string, string> = {
    value: 'value in wei',
    uint256: 'uint256, in the smallest unit of the token',
  };
  return new Map([...parameters].map(([name, value]) => [units[name] ?? name, value]));
}

function readWithNetwork(text: string): LinkReading | undefined {
  const [, , id, name = '', address, query = ''] = WITH_NETWORK.exec(text) ?? [];
  if (address === undefined) return undefined;
  const named = id === undefined ? networkOfShortName(name) : undefined;
  const network = named === undefined ? findChain(id ?? name, new Map()) : ok({ network: named });
  if (!network.ok) return network;
  const parameters = parseParameters(query);
  if (!parameters.ok) return parameters;
  const others = listOthers(parameters.value, []);
  return ok({ kind: 'an address with its network', family: 'evm', ...network.value, address, others });
}

/**
 * Splits an address with its network in front (EIP-3770, CAIP-10) into both, as they are written; undefined for another
 * text, such as a link.
 */
export function splitNetwork(text: string): { network: string; address: string } | undefined {
  if (LINK.test(text)) return undefined;
  const [, , id, name = '', address, query] = WITH_NETWORK.exec(text) ?? [];
  if (address === undefined || query !== undefined) return undefined;
  return { network: id === undefined ? name : `eip155:${id}`, address };
}
