import 'server-only';
import type { ServiceFailure } from '@/lib/http/problems';
import { type AddressKey, type AddressStanding, readAddressState } from '@/lib/recipients/service-address';
import {
  type FoundProviders,
  isProviderFound,
  MAX_PROVIDERS,
  type Provider,
  readProvider,
} from '@/lib/recipients/providers';
import { explainReadFailure } from '@/lib/http/problems';
import { fail, ok, type Result } from '@/lib/result';
import { withTimeout } from '@/lib/server/runtime/timeout';
import { callService, decodePage } from '@/lib/server/transfer-service/call';
import { asObject } from '@/lib/server/transfer-service/problems';
import { parseJson } from '@/lib/text/parse-json';
import { walkPages } from '@/lib/server/transfer-service/read-pages';

/*
 * Travel-rule data at the service (docs/specification/service-facts.md#destination-addresses). Much of it is assumed,
 * so that every answer is compared with what was asked, and nothing else depends on it.
 */

const PAGE_LIMIT = 100;

/**
 * Saves the travel-rule data of an address, these bytes. Gives the state in the answer, null where it has none. A
 * repeated call has the effect of one, so that a lost answer is asked for again.
 */
export async function putAddress(key: AddressKey, bytes: string): Promise<Result<string | null, ServiceFailure>> {
  const answer = await callService({
    operation: 'save-address',
    path: '/v2/transfer/crypto-destination-address',
    body: bytes,
    access: 'addresses',
  });
  if (!answer.ok) return answer;
  const { network: crypto_network, address, identity: identity_id } = key;
  // What an answer does not repeat, it does not contradict.
  const state = readAddressState(
    { crypto_network, address, identity_id, ...asObject(parseJson(answer.value.body)) },
    key,
  );
  return state === undefined
    ? fail({ kind: 'unreadable', status: answer.value.status, cause: 'the answer is about another address' })
    : ok(state);
}

const MAX_ADDRESS_PAGES = 3;
const STANDING_TIMEOUT_MS = 3_000;

/** Reads the state of an address at the service, within three seconds unless said otherwise. */
export async function readAddressStanding(key: AddressKey, withinMs = STANDING_TIMEOUT_MS): Promise<AddressStanding> {
  return withTimeout(
    withinMs,
    () => findAddress(key),
    (): AddressStanding => ({ kind: 'unchecked', reason: explainReadFailure({ kind: 'timeout' }).detail }),
  );
}

async function findAddress(key: AddressKey): Promise<AddressStanding> {
  const query = new URLSearchParams({
    crypto_networks: key.network,
    addresses: key.address,
    ...(key.identity !== '' && { identity_ids: key.identity }),
  });
  let state: string | null | undefined;
  const end = await walkPages({
    maxPages: MAX_ADDRESS_PAGES,
    read: readPage('addresses', '/v2/transfer/crypto-destination-addresses', query),
    visit: ({ items }) => {
      state = items.map((item) => readAddressState(item, key)).find((found) => found !== undefined);
      return state === undefined;
    },
  });
  if (state !== undefined) return { kind: 'given', state };
  if (end.kind === 'failed') return { kind: 'unchecked', reason: `${explainReadFailure(end.failure).title}.` };
  // Only a list that was read to its end shows that an address is not in it.
  return end.kind === 'end' && end.isStated
    ? { kind: 'unknown' }
    : { kind: 'unchecked', reason: 'The list of addresses could not be read to its end.' };
}

const MAX_DIRECTORY_PAGES = 5;

/** Searches the directory of providers. Gives at most 20, each once, and reads at most five pages. */
export async function searchDirectory(search: string): Promise<Result<FoundProviders, ServiceFailure>> {
  const found = new Map<string, Provider>();
  const end = await walkPages({
    maxPages: MAX_DIRECTORY_PAGES,
    read: readPage('vasps', '/v2/travelrule/vasps', new URLSearchParams({ search })),
    visit: ({ items }) => {
      for (const item of items) {
        const provider = readProvider(item);
        if (provider && isProviderFound(provider, search)) found.set(provider.id, provider);
      }
      return found.size <= MAX_PROVIDERS;
    },
  });
  if (end.kind === 'failed' && found.size === 0) return fail(end.failure);
  const items = [...found.values()].slice(0, MAX_PROVIDERS);
  if (found.size > MAX_PROVIDERS) return ok({ items, rest: 'more' });
  return ok({ items, rest: end.kind === 'end' ? 'none' : 'unended' });
}

/** Gives what reads a page of a list by its cursor. */
function readPage(operation: 'addresses' | 'vasps', path: string, query: URLSearchParams) {
  return async (cursor: string | undefined) => {
    const asked = new URLSearchParams([
      ...query,
      ['limit', String(PAGE_LIMIT)],
      ...(cursor ? [['page_cursor', cursor]] : []),
    ]);
    const answer = await callService({ operation, path: `${path}?${asked.toString()}`, access: 'addresses' });
    return answer.ok ? decodePage(answer.value) : answer;
  };
}
