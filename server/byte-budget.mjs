// @ts-check
const WINDOW_S = 60;
// More sessions than any desk has; bounds the memory that a flood can take.
const MAX_KEYS = 10_000;

/**
 * Creates a budget of request bodies for each key: at most `bytesPerMinute` at once, refilled evenly. It belongs to
 * this process, whose time it protects; how often a person may act is counted over all processes
 * (lib/server/auth/rate-limits.ts).
 *
 * @param {number} bytesPerMinute
 * @param {() => number} nowS seconds of a monotonic clock
 * @returns {(key: string, bytes: number) => number | undefined} whole seconds to wait; undefined if the bytes may be read
 */
export function createByteBudget(bytesPerMinute, nowS = () => performance.now() / 1000) {
  /** @type {Map<string, number>} Time up to which the budget of a key is spent. */
  const spentUntil = new Map();
  return (key, bytes) => {
    const now = nowS();
    const next = Math.max(spentUntil.get(key) ?? 0, now) + (bytes * WINDOW_S) / bytesPerMinute;
    if (next > now + WINDOW_S) return Math.max(1, Math.ceil(next - WINDOW_S - now));
    if (spentUntil.size >= MAX_KEYS) for (const [old, until] of spentUntil) if (until <= now) spentUntil.delete(old);
    if (spentUntil.size >= MAX_KEYS) spentUntil.clear();
    spentUntil.set(key, next);
    return undefined;
  };
}
