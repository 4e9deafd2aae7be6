/** Limits of section 8: at most 6 pairs, each key and each value at most 100 characters. */
export const METADATA_MAX_PAIRS = 6;
export const METADATA_MAX_CHARACTERS = 100;

export interface MetadataPair {
  key: string;
  value: string;
}

/**
 * The length that counts against the limit. The interface says "characters" and not which: code points or
 * UTF-16 units. Whichever is larger counts, so that neither reading can be over. Text is sent in NFC, so NFC is counted.
 */
export function metadataLength(text: string): number {
  return text.normalize('NFC').length;
}

/** What is wrong with each pair, by its index; empty where all are right. Keys are compared as sent (NFC). */
export function findMetadataIssues(
  pairs: readonly MetadataPair[],
): { index: number; field: 'key' | 'value'; message: string }[] {
  const faults: { index: number; field: 'key' | 'value'; message: string }[] = [];
  const firstUse = new Map<string, number>();
  for (const [index, { key, value }] of pairs.entries()) {
    const sentKey = key.normalize('NFC');
    const earlier = firstUse.get(sentKey);
    if (key === '') faults.push({ index, field: 'key', message: 'Give the key a name, or remove this pair.' });
    else if (earlier !== undefined)
      faults.push({
        index,
        field: 'key',
        message: `“${key}” is already key ${earlier + 1}. Each key can be used once.`,
      });
    else firstUse.set(sentKey, index);
    for (const field of ['key', 'value'] as const) {
      const length = metadataLength(field === 'key' ? key : value);
      if (length > METADATA_MAX_CHARACTERS)
        faults.push({ index, field, message: `${length} characters; at most ${METADATA_MAX_CHARACTERS} are allowed.` });
    }
  }
  return faults;
}
