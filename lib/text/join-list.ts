const FORMATS = {
  and: new Intl.ListFormat('en-GB', { type: 'conjunction' }),
  or: new Intl.ListFormat('en-GB', { type: 'disjunction' }),
};

/** Joins names into prose: ["BTC", "ETH", "SOL"] gives "BTC, ETH and SOL". */
export function joinList(names: readonly string[], conjunction: keyof typeof FORMATS = 'and'): string {
  return FORMATS[conjunction].format(names);
}
