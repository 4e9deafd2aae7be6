/** Something that answers a search, but is not in the list because filters of its query hide it. */
export interface Hidden<Item> {
  item: Item;
  /** The filters that hide it, as the parameters of an address: `status=FAILED`. */
  by: string;
}
