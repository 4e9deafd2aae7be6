import { checkFormat, FAMILIES } from '@/lib/addresses/check-format';
import { explainSecret } from '@/lib/addresses/not-addresses';
import { ADDRESS_FAMILIES, type AddressFamily } from '@/lib/networks/network-definition';
import { findNetwork, KNOWN_NETWORKS, networkLabel } from '@/lib/networks/networks';
import {
  describeMembers,
  type LinkContent,
  type LinkReading,
  listMembers,
} from '@/lib/addresses/payment-links/link-content';
import { parseLink } from '@/lib/addresses/payment-links/parse-link';
import { fail, ok } from '@/lib/result';

// A lightning invoice, a callback and a signature fit; what is longer is no link to pay by.
const MAX_CHARACTERS = 4096;

/** Network that an address is checked against. With an ID, a link that names another network says so. */
export interface CheckedNetwork {
  id?: string;
  label: string;
  family?: AddressFamily;
}

/**
 * Reads what a text holds beside an address (lib/payment-links), or why no address may be taken from it. The address is
 * one that the check of its own network takes. Undefined for a text that is an address alone, or anything else.
 */
export function readPaymentLink(text: string): LinkReading | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_CHARACTERS) return undefined;
  const secret = explainSecret(trimmed);
  if (secret) return fail(secret);
  const parsed = parseLink(trimmed);
  if (!parsed) return undefined;
  const { reading, isLink } = parsed;
  if (!reading.ok) return reading;
  const content = reading.value;
  const inside = explainSecretInside(content);
  if (inside) return fail(inside);
  const families = content.family ? [content.family] : findFamilies(content.address);
  const refusal = explainUnpayable(content, families);
  if (refusal !== undefined) return isLink ? fail(`The address in this text cannot be paid. ${refusal}`) : undefined;
  if (content.memo !== undefined && content.family === 'stellar' && content.address.startsWith('M'))
    return fail('The text names a memo beside an address that contains one. Ask the recipient which of them is right.');
  const [only, ...more] = families;
  return ok({ ...content, ...(only && more.length === 0 && { family: only }) });
}

// A secret key beside an address would be repeated with the rest.
function explainSecretInside(content: LinkContent): string | undefined {
  const values = [content.address, ...listMembers(content).flatMap(({ name, value }) => [name, value])];
  const parts = values.flatMap((value) => [value, ...value.split(/[^A-Za-z0-9]+/)]);
  return parts.map((part) => explainSecret(part.trim())).find((reason) => reason !== undefined);
}

/** Finds the families of which a text is an address; the old formats of Bitcoin are those of others too. */
function findFamilies(address: string): AddressFamily[] {
  return ADDRESS_FAMILIES.filter((family) => FAMILIES[family].read(address)?.state === 'valid');
}

/** Explains why the address of a link cannot be paid on the network that it names, or on any of its family. */
function explainUnpayable(
  { address, network: id }: LinkContent,
  [first]: readonly AddressFamily[],
): string | undefined {
  if (!first) return 'It is no address of a network that the console knows.';
  const named =
    (id === undefined ? undefined : findNetwork(id)) ?? KNOWN_NETWORKS.find((network) => network.family === first);
  const verdict = checkFormat(address, { label: named?.label ?? first, family: first });
  return verdict.state === 'invalid' ? verdict.reason : verdict.lost;
}

/** Explains a text that holds more than an address: what else it names, and that the network is another one. */
export function explainLink(reading: LinkReading, network: CheckedNetwork | undefined): string {
  if (!reading.ok) return reading.error;
  const content = reading.value;
  const conflict = explainOtherNetwork(content, network);
  const members = describeMembers(content);
  const names = members === '' ? '' : ` It also names: ${members}.`;
  return `This is ${content.kind}.${conflict ?? ''}${names} Enter the address alone, and the rest in fields of its own.`;
}

function explainOtherNetwork(
  { network: named, family }: LinkContent,
  chosen: CheckedNetwork | undefined,
): string | undefined {
  if (!chosen) return undefined;
  if (named !== undefined && chosen.id !== undefined && named !== chosen.id)
    return ` It is for ${networkLabel(named)}, and you chose ${chosen.label}. Ask the recipient which network is right.`;
  if (family !== undefined && chosen.family !== undefined && family !== chosen.family)
    return ` It holds ${FAMILIES[family].name}, and you chose ${chosen.label}. Ask the recipient which network is right.`;
  return undefined;
}
