import type { Packer } from '@/lib/sheets/write/packer';

/** A file within a ZIP archive. */
export interface ZipPart {
  path: string;
  content: ReadableStream<Uint8Array>;
}

/** The most bytes of a part and of an archive without the extension Zip64, which not every spreadsheet reads. */
const MAX_BYTES = 0xff_ff_ff_ff;

const LOCAL_HEADER = 0x04_03_4b_50;
const DESCRIPTOR = 0x08_07_4b_50;
const CENTRAL_HEADER = 0x02_01_4b_50;
const END_OF_DIRECTORY = 0x06_05_4b_50;
const VERSION = 20;
// Sizes follow the content (bit 3), names are UTF-8 (bit 11).
const FLAGS = 0x08_08;
const DEFLATED = 8;
// 1 January 1980, the first day that an archive can name: a file says when it was exported in its own words.
const DAY = 0x21;

interface Written {
  name: Uint8Array;
  start: number;
  crc: number;
  packed: number;
  size: number;
}

/**
 * Makes a ZIP archive (APPNOTE 6.3) of parts, each read only as fast as the archive is. Fails as a part fails, and
 * where a part or the archive passes 4 GB. A cancelled archive cancels the part that is read.
 */
export function createZipStream(parts: Iterable<ZipPart>, packer: Packer): ReadableStream<Uint8Array> {
  const pieces = writeArchive(parts, packer);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await pieces.return(undefined)),
  });
}

async function* writeArchive(parts: Iterable<ZipPart>, packer: Packer): AsyncGenerator<Uint8Array, undefined> {
  const written: Written[] = [];
  let offset = 0;
  for (const { path, content } of parts) {
    const entry = { name: new TextEncoder().encode(path), start: offset, crc: 0, packed: 0, size: 0 };
    const header = [...fields([4, LOCAL_HEADER], ...describe(entry), [2, 0]), ...entry.name];
    let isRead = false;
    try {
      yield Uint8Array.from(header);
      isRead = true;
      for await (const piece of packer.deflate(measure(content, entry, packer))) {
        entry.packed += piece.length;
        yield piece;
      }
    } finally {
      // A content that was begun is cancelled by what compresses it.
      if (!isRead) await content.cancel();
    }
    const { crc, packed, size } = entry;
    yield Uint8Array.from(fields([4, DESCRIPTOR], [4, crc], [4, packed], [4, size]));
    offset += header.length + packed + DESCRIPTOR_BYTES;
    if (offset > MAX_BYTES || size > MAX_BYTES) throw new Error('workbook too large: a part or the file passes 4 GB');
    written.push(entry);
  }
  yield writeDirectory(written, offset);
}

const DESCRIPTOR_BYTES = 16;

function writeDirectory(written: readonly Written[], start: number): Uint8Array {
  const entries = written.flatMap((entry) => [
    ...fields([4, CENTRAL_HEADER], [2, VERSION], ...describe(entry)),
    // Extra field, comment, disk, attributes.
    ...fields([2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, entry.start]),
    ...entry.name,
  ]);
  const [count, size] = [written.length, entries.length];
  const end = fields([4, END_OF_DIRECTORY], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, start], [2, 0]);
  return Uint8Array.from([...entries, ...end]);
}

/** Lists what the header of an entry and the directory have in common; sizes are zero before they are known. */
function describe({ name, crc, packed, size }: Written): Field[] {
  return [
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATED],
    [2, 0],
    [2, DAY],
    [4, crc],
    [4, packed],
    [4, size],
    [2, name.length],
  ];
}

type Field = readonly [bytes: 2 | 4, value: number];

/** Writes numbers, the lowest byte first. */
function fields(...values: readonly Field[]): number[] {
  return values.flatMap(([bytes, value]) =>
    Array.from({ length: bytes }, (_none, index) => (value >>> (8 * index)) & 0xff),
  );
}

/** Notes the size and CRC-32 of a content as it is read. */
function measure(content: ReadableStream<Uint8Array>, entry: Written, { crc32 }: Packer): ReadableStream<Uint8Array> {
  return content.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        // zlib begins a CRC-32 anew when it is given no bytes.
        if (piece.length === 0) return;
        entry.crc = crc32(piece, entry.crc);
        entry.size += piece.length;
        controller.enqueue(piece);
      },
    }),
  );
}
