import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

const READ_BYTES = 1 << 20;

/** Opens an export; one that ends in .gz, or .gz.part, is unpacked. */
export function readFile(file: string): AsyncIterable<Uint8Array> {
  const bytes = createReadStream(file, { highWaterMark: READ_BYTES });
  return /\.gz(?:\.part)?$/.test(file) ? bytes.pipe(createGunzip({ chunkSize: READ_BYTES })) : bytes;
}
