interface KeyDefinition {
  /** Where the key acts: a heading of the list of keys. */
  where: 'Everywhere' | 'Lists' | 'A decision' | 'Dialogs and forms';
  does: string;
}

/**
 * The keys of the console by what `KeyboardEvent.key` says; `Ctrl` is ⌘ on a Mac. What handles a key takes it from here
 * (`use-action-keys.ts`, `use-row-keys.ts`), and the list of keys shows all of them.
 */
export const KEYS = {
  'Ctrl K': { where: 'Everywhere', does: 'Find a transfer, a page or an action' },
  n: { where: 'Everywhere', does: 'New withdrawal' },
  '?': { where: 'Everywhere', does: 'Show the keys' },
  '/': { where: 'Lists', does: 'Search in the list' },
  f: { where: 'Lists', does: 'Add a filter' },
  j: { where: 'Lists', does: 'Next row' },
  ArrowDown: { where: 'Lists', does: 'Next row' },
  k: { where: 'Lists', does: 'Previous row' },
  ArrowUp: { where: 'Lists', does: 'Previous row' },
  Enter: { where: 'Lists', does: 'Open' },
  Escape: { where: 'Lists', does: 'Close the details' },
  a: { where: 'A decision', does: 'Approve; in a batch, mark as looked at' },
  r: { where: 'A decision', does: 'Reject' },
  q: { where: 'A decision', does: 'Ask a question' },
  'Ctrl Enter': { where: 'Dialogs and forms', does: 'Confirm; review a withdrawal' },
} as const satisfies Record<string, KeyDefinition>;

/** A key that acts when it is pressed alone. */
export type ActionKey = Exclude<keyof typeof KEYS, `Ctrl ${string}` | `Arrow${string}`>;

const NAMES: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc', Ctrl: '⌘' };

/**
 * Lists what keys do by where they act, without the hidden ones, named as they are on the keyboard: each of `ways` is
 * the keys that are pressed together.
 */
export function listKeys(
  isOnMac: boolean,
  hidden: readonly string[],
): { where: string; keys: { ways: string[][]; does: string }[] }[] {
  const places = new Map<string, Map<string, string[][]>>();
  for (const [key, { where, does }] of Object.entries<KeyDefinition>(KEYS)) {
    if (hidden.includes(key)) continue;
    const names = key.split(' ').map((part) => (part === 'Ctrl' && !isOnMac ? part : (NAMES[part] ?? part)));
    const acts = places.get(where) ?? new Map<string, string[][]>();
    places.set(where, acts.set(does, [...(acts.get(does) ?? []), names]));
  }
  return [...places].map(([where, acts]) => ({ where, keys: [...acts].map(([does, ways]) => ({ does, ways })) }));
}
