// A batch of a thousand forms with everything in them has a quarter of it. Looking at more would keep everybody waiting.
const MOST_VALUES = 200_000;

/**
 * Whether a value is of what JSON can say, or undefined. The wire format of server actions can say more: dates, maps,
 * files, promises, functions, and placeholders that throw when they are looked at (react.dev, "Serializable arguments").
 * Nothing here is called with those, nor with a great many values. Never throws, however deep a value is, and also
 * where it holds itself.
 */
export function isPlain(value: unknown): boolean {
  const seen = new Set<object>();
  const open: unknown[] = [value];
  for (let looked = 0; open.length > 0; looked += 1) {
    if (looked > MOST_VALUES) return false;
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
