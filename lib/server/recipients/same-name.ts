import 'server-only';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { networkLabel } from '@/lib/networks/networks';
import { entryAfter, type RecipientChange } from '@/lib/recipients/changes';
import type { RecipientEntry } from '@/lib/recipients/recipients';
import type { Transaction } from '@/lib/server/database/client';
import { recipients } from '@/lib/server/database/schema/recipients';
import { visibleRecipients } from '@/lib/server/database/visible-profiles';
import { nameKeysOf } from '@/lib/text/skeleton';

type Selecting = Pick<Transaction, 'select'>;
type Named = Pick<RecipientEntry, 'name' | 'network'> & { id: string; isVisible?: boolean };

/**
 * Explains why changes would give two active entries of one network one name, or names that look the same; undefined
 * where they do not. A change that leaves name and network as they are is no reason: the entry may be older than this
 * rule. An entry that the reader may not see counts, and is not named.
 */
export async function sameNameBlockReason(
  reader: Reader,
  selecting: Selecting,
  changes: readonly RecipientChange[],
): Promise<string | undefined> {
  const named = changes.flatMap((change): Named[] => {
    const entry = entryAfter(change);
    return entry && bringsName(change) ? [{ id: change.id, name: entry.name, network: entry.network }] : [];
  });
  if (named.length === 0) return undefined;
  const changed = new Set(changes.map(({ id }) => id));
  const active = await readActive(selecting, named, visibleRecipients(reader));
  const known = indexByName(active.filter(({ id }) => !changed.has(id)));
  for (const entry of named) {
    const other = findInIndex(known, entry);
    if (other) {
      return (
        `“${entry.name}” has the name of another active entry on ${networkLabel(entry.network)}, or one that looks ` +
        `the same: ${other.isVisible === false ? 'an entry of another profile' : `“${other.name}”`}. Nothing was changed. Give the entry a name of its own.`
      );
    }
    addToIndex(known, entry);
  }
  return undefined;
}

/**
 * Finds which of these entries share their name, or one that looks the same, with another active entry of the network.
 */
export async function findSharedNames(selecting: Selecting, entries: readonly Named[]): Promise<ReadonlySet<string>> {
  if (entries.length === 0) return new Set();
  const active = await readActive(selecting, entries);
  const idsByName = new Map<string, Set<string>>();
  for (const entry of active)
    for (const key of keysOf(entry)) idsByName.set(key, (idsByName.get(key) ?? new Set()).add(entry.id));
  const isShared = (entry: Named) =>
    keysOf(entry).some((key) => [...(idsByName.get(key) ?? [])].some((id) => id !== entry.id));
  return new Set(entries.filter(isShared).map(({ id }) => id));
}

function bringsName(change: RecipientChange): boolean {
  if (change.kind !== 'change') return change.kind !== 'retire';
  return change.before.name !== change.after.name || change.before.network !== change.after.network;
}

function readActive(selecting: Selecting, entries: readonly Named[], visible = sql`true`): Promise<Named[]> {
  const networks = [...new Set(entries.map(({ network }) => network))];
  return selecting
    .select({
      id: recipients.id,
      name: recipients.name,
      network: recipients.network,
      isVisible: sql<boolean>`${visible}`,
    })
    .from(recipients)
    .where(and(eq(recipients.state, 'ACTIVE'), inArray(recipients.network, networks)));
}

function keysOf({ name, network }: Named): string[] {
  return nameKeysOf(name).map((key) => `${network} ${key}`);
}

function indexByName(entries: readonly Named[]): Map<string, Named> {
  const index = new Map<string, Named>();
  for (const entry of entries) addToIndex(index, entry);
  return index;
}

function addToIndex(index: Map<string, Named>, entry: Named): void {
  for (const key of keysOf(entry)) index.set(key, entry);
}

function findInIndex(index: ReadonlyMap<string, Named>, entry: Named): Named | undefined {
  return keysOf(entry)
    .map((key) => index.get(key))
    .find((found) => found !== undefined);
}
