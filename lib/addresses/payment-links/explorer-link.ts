import { KNOWN_NETWORKS } from '@/lib/networks/networks';
import type { LinkReading } from '@/lib/addresses/payment-links/link-content';
import { listOthers, parseParameters } from '@/lib/addresses/payment-links/parameters';
import { fail, ok } from '@/lib/result';

const PLACEHOLDER = 'placeholder';
const TRANSACTION = 'This is the link to a transaction, not to an address. Paste the address to pay to.';
const OF_TEST_NETWORK =
  'This link is to a test network, where coins have no value. Ask the recipient for an address on the main network.';

/** Reads the link of a network's explorer to an address or a transaction. Undefined for another text. */
export function readExplorerLink(text: string): LinkReading | undefined {
  const url = /^https?:\/\/\S+$/i.test(text) ? parseUrl(text) : undefined;
  if (!url) return undefined;
  for (const network of KNOWN_NETWORKS) {
    const { family, explorerAddress, explorerTransaction } = network;
    if (matchPath(url, explorerTransaction, '{hash}')) return fail(TRANSACTION);
    const path = matchPath(url, explorerAddress, '{address}');
    if (!path || !family) continue;
    const parameters = parseParameters(url.search.slice(1));
    if (!parameters.ok) return parameters;
    const cluster = parameters.value.get('cluster');
    if (cluster !== undefined && cluster !== 'mainnet-beta') return fail(OF_TEST_NETWORK);
    const others = [
      ...(path.rest === '' ? [] : [{ name: 'page', value: path.rest }]),
      ...listOthers(parameters.value, ['cluster']),
    ];
    return ok({ kind: 'the link of an explorer', family, network: network.id, address: path.found, others });
  }
  return undefined;
}

/** Gives the hash of an explorer's link to a transaction; undefined for another text. */
export function readLinkedHash(text: string): string | undefined {
  const url = /^https?:\/\/\S+$/i.test(text) ? parseUrl(text) : undefined;
  const paths = KNOWN_NETWORKS.map(({ explorerTransaction }) => url && matchPath(url, explorerTransaction, '{hash}'));
  return paths.find((path) => path !== undefined)?.found;
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** Finds what is in place of the placeholder of a template, and what follows in the path. */
function matchPath(
  url: URL,
  template: string | undefined,
  placeholder: string,
): { found: string; rest: string } | undefined {
  const wanted = template === undefined ? undefined : parseUrl(template.replace(placeholder, PLACEHOLDER));
  if (!wanted || plainHost(wanted) !== plainHost(url) || url.username !== '' || url.port !== wanted.port)
    return undefined;
  const [before = ''] = wanted.pathname.split(PLACEHOLDER);
  if (!url.pathname.startsWith(before)) return undefined;
  const [found = '', ...rest] = url.pathname.slice(before.length).split('/');
  return /^[A-Za-z0-9:]+$/.test(found) ? { found, rest: rest.join('/') } : undefined;
}

function plainHost({ hostname }: URL): string {
  return hostname.replace(/^www\./, '');
}
