/** Requests that belong together: a small test and its remainder, or the items of one sheet. */
export const GROUP_KINDS = ['pair', 'batch'] as const;
export type GroupKind = (typeof GROUP_KINDS)[number];

/** Which of a pair is which. */
export const PAIR_TEST = 0;
export const PAIR_REMAINDER = 1;

/** What the SHA-256 of a group is over: its kind, then the hash of each member's bytes in their order, a line each. */
export function groupHashedText(kind: GroupKind, bodyHashes: readonly string[]): string {
  return [kind, ...bodyHashes].join('\n');
}
