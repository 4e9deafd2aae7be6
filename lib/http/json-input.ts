// The largest batch, a thousand complete forms, has a quarter of this many values. Checking more would block the
// process.
const MAX_VALUES = 200_000;

/**
 * Returns whether a value consists only of what JSON can express, or is undefined. The wire format of server actions
 * can carry more: dates, maps, files, promises, functions, and placeholders that throw when they are read (react.dev,
 * "Serializable arguments"). Returns false for too many values. Never throws, neither for deep nor for cyclic values.
 */
export function isJsonInput(value: unknown): boolean {
  const seen = new Set<object>();
  const open: unknown[] = [value];
  for (let looked = 0; open.length > 0; looked += 1) {
    if (looked > MAX_VALUES) return false;
    const next = open.pop();
    if (next === undefined || next === null || ['string', 'number', 'boolean'].includes(typeof next)) continue;
    if (typeof next !== 'object') return false;
    if (seen.has(next)) continue;
    seen.add(next);
    const prototype: unknown = Object.getPrototypeOf(next);
    if (prototype !== Object.prototype && prototype !== Array.prototype && prototype !== null) return false;
    for (const member of Object.values(next)) open.push(member);
  }
  return true;
}
