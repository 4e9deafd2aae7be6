const FORMATS = {
  and: new Intl.ListFormat('en-GB', { type: 'conjunction' }),
  or: new Intl.ListFormat('en-GB', { type: 'disjunction' }),
};

/** Joins names into prose: ["BTC", "ETH", "SOL"] gives "BTC, ETH and SOL". */
export function joinList(names: readonly string[], conjunction: keyof typeof FORMATS = 'and'): string {
  return FORMATS[conjunction].format(names);
}

const MAX_LISTED = 5;

/** Joins the first names into prose, and counts the others: "BTC, ETH, SOL, XRP, ADA and 3 more". */
export function joinSome(names: readonly string[]): string {
  const more = names.length - MAX_LISTED;
  return joinList([...names.slice(0, MAX_LISTED), ...(more > 0 ? [`${more} more`] : [])]);
}
