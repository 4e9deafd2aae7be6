import type { AddressFamily } from '@/lib/networks/network-definition';
import { networkLabel } from '@/lib/networks/networks';
import type { Result } from '@/lib/result';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { joinList } from '@/lib/text/join-list';

/** A value of a link with its name, as the link has them. */
export interface LinkMember {
  name: string;
  value: string;
}

/** What a text that holds more than an address holds: a payment link, an explorer's link, an address with its memo. */
export interface LinkContent {
  /** Noun phrase for the text, with its article. */
  kind: string;
  address: string;
  /** The family of the address; absent where the text does not say it. */
  family?: AddressFamily;
  /** ID of the network; absent where the text does not name one. */
  network?: string;
  asset?: string;
  /** Decimal amount in units of `asset`, which is then known. Other amounts are among the others, as they are. */
  amount?: string;
  memo?: string;
  /** Everything else that the text names, unchanged. */
  others: LinkMember[];
}

/** Content of a text, or the reason why no address may be taken from it. */
export type LinkReading = Result<LinkContent, string>;

/** Lists what a text names beside the address, in the order in which a form asks for it. */
export function listMembers({ network, asset, amount, memo, others }: LinkContent): LinkMember[] {
  return [
    ...(network === undefined ? [] : [{ name: 'network', value: networkLabel(network) }]),
    ...(asset === undefined ? [] : [{ name: 'asset', value: asset }]),
    ...(amount === undefined ? [] : [{ name: 'amount', value: amount }]),
    ...(memo === undefined ? [] : [{ name: 'memo', value: memo }]),
    ...others,
  ];
}

const MAX_MEMBERS = 12;
const MAX_QUOTED_LENGTH = 60;

/** Describes what a text names beside the address, such as “network Polygon PoS, amount 12.5 and memo 104837562”. */
export function describeMembers(content: LinkContent): string {
  const label = content.network === undefined ? undefined : networkLabel(content.network);
  const members = listMembers(content).map(({ name, value }) => {
    const shown = value === label ? value : quote(value);
    return `${quoteName(name)} ${shown}`;
  });
  const more = members.length - MAX_MEMBERS;
  return joinList(more > 0 ? [...members.slice(0, MAX_MEMBERS), `${more} more`] : members);
}

// A value in plain words could pass for another member: label “x, network Ethereum”.
function quote(value: string): string {
  if (/^[A-Za-z0-9._-]{1,80}$/.test(value)) return value;
  const characters = Array.from(value);
  const isLong = characters.length > MAX_QUOTED_LENGTH;
  return `“${revealHiddenCharacters(characters.slice(0, MAX_QUOTED_LENGTH).join(''))}${isLong ? '…' : ''}”`;
}

function quoteName(name: string): string {
  return /^[a-z0-9 ._-]{1,40}$/i.test(name) ? name : quote(name);
}
