import { removeHiddenCharacters } from '@/lib/text/hidden-characters';

/** Provider in the directory of the service, as received; the texts are untrusted. */
export interface Provider {
  id: string;
  name: string;
  /** Empty where the directory has none. */
  website: string;
}

/** Providers that match a search: the first of them, and why there may be more. */
export interface FoundProviders {
  items: Provider[];
  /** `unended`: the directory did not end, so others may match. */
  rest: 'none' | 'more' | 'unended';
}

/** The fewest letters that a search takes, and the most providers that it gives. */
export const MIN_PROVIDER_SEARCH = 2;
export const MAX_PROVIDERS = 20;

const MAX_ID = 128;
const MAX_TEXT = 2_000;

/** Reads a provider from an item of the directory; undefined for an item without a usable ID or a name. */
export function readProvider(item: unknown): Provider | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const { id, name, website } = item as Record<string, unknown>;
  if (typeof id !== 'string' || !/^[!-~]+$/.test(id) || id.length > MAX_ID) return undefined;
  if (typeof name !== 'string' || name.trim() === '' || name.length > MAX_TEXT) return undefined;
  return { id, name, website: typeof website === 'string' && website.length <= MAX_TEXT ? website : '' };
}

/**
 * Tells whether the name or website of a provider has every word of a search, in any case: a service may ignore the
 * search.
 */
export function isProviderFound({ name, website }: Provider, search: string): boolean {
  const text = fold(`${name} ${website}`);
  return fold(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase();

/** Gives the fields of the form that a chosen provider fills; names lose characters that an entry does not take. */
export function fillProvider({ id, name, website }: Provider): {
  provider: string;
  website: string;
  providerId: string;
} {
  return { provider: removeHiddenCharacters(name), website: removeHiddenCharacters(website), providerId: id };
}

/** Explains that a search found none, or that there may be more; empty where all are shown. */
export function explainRest({ items, rest }: FoundProviders): string {
  if (rest === 'more') return `More than ${MAX_PROVIDERS} match. Type more of the name.`;
  if (rest === 'unended')
    return 'The directory did not end, so others may match. Type more, or enter the name by hand.';
  return items.length === 0 ? 'No provider in the directory matches. You can enter the name by hand.' : '';
}
