import 'server-only';
import { coalesce } from '@/lib/server/runtime/coalesce';
import { singleton } from '@/lib/server/runtime/singleton';

interface KeptValues<Item, Value> {
  /** Names everything that the value of an item depends on, the person included where people see different results. */
  keyOf: (item: Item) => string;
  /** Reads the values of items, in their order. */
  read: (items: readonly Item[]) => Promise<readonly Value[]>;
  maxAgeMs: number;
  /** The most items that one call reads. */
  maxReads: number;
}

/**
 * Gives values that are costly to read and that many pages ask for every few seconds, from memory. Waits for a few that
 * were never read, and leaves out the others; reads a few that are older than `maxAgeMs` again for the next time.
 */
export async function readKept<Item, Value>(
  name: string,
  items: readonly Item[],
  { keyOf, read, maxAgeMs, maxReads }: KeptValues<Item, Value>,
): Promise<Map<Item, Value>> {
  const kept = singleton(`kept ${name}`, () => new Map<string, { value: Value; atMs: number }>());
  const nowMs = performance.now();
  for (const [key, { atMs }] of kept) if (nowMs - atMs > FORGOTTEN_AFTER * maxAgeMs) kept.delete(key);
  const fill = async (due: readonly Item[]) => {
    if (due.length === 0) return;
    const values = await coalesce(name, due.map(keyOf), () => read(due));
    const atMs = performance.now();
    for (const [index, item] of due.entries()) kept.set(keyOf(item), { value: values[index] as Value, atMs });
  };
  const atMsOf = (item: Item) => kept.get(keyOf(item))?.atMs ?? nowMs;
  await fill(items.filter((item) => !kept.has(keyOf(item))).slice(0, maxReads));
  const old = items.filter((item) => nowMs - atMsOf(item) > maxAgeMs);
  const oldest = old.toSorted((one, other) => atMsOf(one) - atMsOf(other)).slice(0, maxReads);
  // What cannot be read again stays as it was, and is due with the next call.
  void fill(oldest).catch(() => undefined);
  return new Map(
    items.flatMap((item): [Item, Value][] => {
      const found = kept.get(keyOf(item));
      return found ? [[item, found.value]] : [];
    }),
  );
}

// What nobody asks for any more leaves the memory after so many times its age.
const FORGOTTEN_AFTER = 20;
