import { explainUnsafeKey } from '@/lib/text/exact-json';

/** Limits of metadata (docs/specification/service-interface.md#limits): 6 pairs, 100 characters per key and value. */
export const MAX_METADATA_PAIRS = 6;
export const MAX_METADATA_CHARACTERS = 100;

/** Pair of metadata as the form holds it. */
export interface MetadataPair {
  key: string;
  value: string;
}

/**
 * Computes the length that counts against the limit. The interface says "characters", which can mean code points or
 * UTF-16 units; the larger number counts, so that neither reading exceeds the limit. Text is sent, and counted, in NFC.
 */
export function metadataLength(text: string): number {
  return text.normalize('NFC').length;
}

/** Finds the issues of metadata pairs, each with the index of its pair. Keys are compared as sent (NFC). */
export function findMetadataIssues(
  pairs: readonly MetadataPair[],
): { index: number; field: 'key' | 'value'; message: string }[] {
  const issues: { index: number; field: 'key' | 'value'; message: string }[] = [];
  const firstUse = new Map<string, number>();
  for (const [index, { key, value }] of pairs.entries()) {
    const sentKey = key.normalize('NFC');
    const earlier = firstUse.get(sentKey);
    const unsafe = explainUnsafeKey(sentKey);
    if (key === '') issues.push({ index, field: 'key', message: 'Enter a key, or remove this pair.' });
    else if (unsafe !== undefined) issues.push({ index, field: 'key', message: unsafe });
    else if (earlier !== undefined)
      issues.push({
        index,
        field: 'key',
        message: `“${key}” is already key ${earlier + 1}. Use each key only once.`,
      });
    else firstUse.set(sentKey, index);
    for (const field of ['key', 'value'] as const) {
      const length = metadataLength(field === 'key' ? key : value);
      if (length > MAX_METADATA_CHARACTERS)
        issues.push({
          index,
          field,
          message: `This text has ${length} characters. Use at most ${MAX_METADATA_CHARACTERS}.`,
        });
    }
  }
  return issues;
}
