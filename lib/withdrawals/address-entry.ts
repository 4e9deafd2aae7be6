/** Ways in which an address got into a form. Stored with every version of a request. */
export const ADDRESS_ENTRIES = ['typed', 'pasted', 'book', 'file', 'repeat', 'template'] as const;
export type AddressEntry = (typeof ADDRESS_ENTRIES)[number];

/** Labels of the ways in which an address got into a form. */
export const ADDRESS_ENTRY_LABELS: Record<AddressEntry, string> = {
  typed: 'Typed by hand',
  pasted: 'Pasted',
  book: 'Chosen from the address book',
  file: 'Imported from a file',
  repeat: 'Copied from an earlier withdrawal',
  template: 'From a template',
};

/**
 * Derives how an address got into a form: from the address book only where an entry was chosen, which the server has
 * compared with the address. What the form says counts for everything else.
 */
export function deriveAddressEntry({
  addressEntry,
  recipientId,
}: {
  addressEntry: AddressEntry;
  recipientId: string;
}): AddressEntry {
  if (recipientId !== '') return 'book';
  return addressEntry === 'book' ? 'typed' : addressEntry;
}
