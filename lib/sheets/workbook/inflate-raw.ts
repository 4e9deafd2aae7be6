/**
 * Unpacks raw deflate data with the browser's own decoder, chunk by chunk; undefined, without unpacking the rest, where
 * it gives more than `limit` bytes. Throws where the data is damaged.
 */
export async function inflateRaw(packed: Uint8Array<ArrayBuffer>, limit: number): Promise<Uint8Array | undefined> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one chunk after the other.
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      void reader.cancel().catch(() => undefined);
      return undefined;
    }
    chunks.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
