import 'server-only';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { Packer } from '@/lib/sheets/write/packer';

/** Compresses an archive beside the event loop. */
export const NODE_PACKER: Packer = { deflate, crc32 };

// Of tables, a tenth more bytes than at the default level, in less than half the time.
const LEVEL = 3;

async function* deflate(content: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const compression = createDeflateRaw({ level: LEVEL });
  const written = pipeline(Readable.fromWeb(content as NodeStream<Uint8Array>), compression);
  // The loop below throws the same error first.
  written.catch(() => undefined);
  // Leaving the loop destroys the compression, and with it the content.
  for await (const piece of compression) yield piece as Uint8Array;
  await written;
}
