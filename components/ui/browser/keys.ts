interface KeyDefinition {
  /** Where the key acts: a heading of the list of keys. */
  where: 'Everywhere' | 'Lists' | 'A decision' | 'Dialogs';
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
  j: { where: 'Lists', does: 'Next' },
  k: { where: 'Lists', does: 'Previous' },
  ArrowDown: { where: 'Lists', does: 'Next, from a row' },
  ArrowUp: { where: 'Lists', does: 'Previous, from a row' },
  Enter: { where: 'Lists', does: 'Open' },
  Escape: { where: 'Lists', does: 'Close the details' },
  a: { where: 'A decision', does: 'Approve; in a batch, mark as looked at' },
  r: { where: 'A decision', does: 'Reject' },
  q: { where: 'A decision', does: 'Ask a question' },
  'Ctrl Enter': { where: 'Dialogs', does: 'Confirm' },
} as const satisfies Record<string, KeyDefinition>;

/** A key that acts when it is pressed alone. */
export type ActionKey = Exclude<keyof typeof KEYS, `Ctrl ${string}` | `Arrow${string}`>;

const NAMES: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc', Ctrl: '⌘' };

/** Lists the keys by where they act, without the hidden ones, named as they are on the keyboard. */
export function listKeys(
  isOnMac: boolean,
  hidden: readonly string[],
): { where: string; keys: { names: string[]; does: string }[] }[] {
  const shown = Object.entries<KeyDefinition>(KEYS).filter(([key]) => !hidden.includes(key));
  const all = shown.map(([key, { where, does }]) => ({
    where,
    does,
    names: key.split(' ').map((part) => (part === 'Ctrl' && !isOnMac ? part : (NAMES[part] ?? part))),
  }));
  return [...new Set(all.map(({ where }) => where))].map((where) => ({
    where,
    keys: all.filter((one) => one.where === where),
  }));
}
