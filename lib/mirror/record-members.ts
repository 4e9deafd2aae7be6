/** Reads a member of a record as text; undefined where the item is no object, or the member is absent or not text. */
export function readText(item: unknown, member: string): string | undefined {
  const value =
    typeof item === 'object' && item !== null && Object.hasOwn(item, member)
      ? (item as Record<string, unknown>)[member]
      : undefined;
  return typeof value === 'string' ? value : undefined;
}

/**
 * Reads a time of every record (ms since 1970), in the order of the records; leaves out records without a valid one.
 */
export function readTimes(items: readonly unknown[], member: 'created_at' | 'updated_at'): number[] {
  return items.map((item) => readTime(item, member)).filter((time) => !Number.isNaN(time));
}

/** Reads when the last record of a page was created (ms since 1970); undefined where none has a valid time. */
export function readLastCreated(items: readonly unknown[]): number | undefined {
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const time = readTime(items[index], 'created_at');
    if (!Number.isNaN(time)) return time;
  }
  return undefined;
}

function readTime(item: unknown, member: 'created_at' | 'updated_at'): number {
  return Date.parse(readText(item, member) ?? '');
}

/** Counts the different ids on a page: a record that the page repeats counts once, an item without an id not at all. */
export function countRecords(items: readonly unknown[]): number {
  return new Set(items.map((item) => readText(item, 'id')).filter((id) => id !== undefined)).size;
}
