/** How an archive is compressed: the server has quicker ways than the browser (lib/server/exports/open-table.ts). */
export interface Packer {
  /** Compresses by DEFLATE (RFC 1951), as fast as it is read. Fails as the content does, and cancels it when left. */
  deflate: (content: ReadableStream<Uint8Array>) => AsyncIterable<Uint8Array>;
  /** Computes the CRC-32 of an archive's entry that goes on after the bytes whose CRC-32 is `before`. */
  crc32: (bytes: Uint8Array, before: number) => number;
}

/**
 * Compresses in the browser. In Node, CompressionStream counts pieces where it should count bytes, and holds many
 * megabytes before it waits for its reader.
 */
export const BROWSER_PACKER: Packer = { deflate, crc32 };

async function* deflate(content: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const compression = new CompressionStream('deflate-raw') as TransformStream<Uint8Array, Uint8Array>;
  const reader = content.pipeThrough(compression).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    // Does nothing to a stream that has ended.
    await reader.cancel();
  }
}

const TABLE = Uint32Array.from({ length: 256 }, (_none, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array, before: number): number {
  let crc = ~before;
  for (let index = 0; index < bytes.length; index += 1)
    crc = (crc >>> 8) ^ (TABLE[(crc ^ (bytes[index] ?? 0)) & 0xff] ?? 0);
  return ~crc >>> 0;
}
