/** Something that answers a search, but is not in the list because filters of its query hide it. */
export interface Hidden<Item> {
  item: Item;
  /** The filters that hide it, as the parameters of an address: `status=FAILED`. */
  by: string;
}

/**
 * What could not be searched for a text: `no-letters`, nothing in texts for one without letters and digits;
 * `too-short`, no part of a text for one that is too short; `middle`, a part of a hash or an ID that is not its
 * beginning or its end.
 */
export type SearchLimit = 'no-letters' | 'too-short' | 'middle';
