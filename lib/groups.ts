/** Requests that belong together: a small test and its remainder, or the items of one sheet. */
export const GROUP_KINDS = ['pair', 'batch'] as const;
export type GroupKind = (typeof GROUP_KINDS)[number];
