import { damaged, UnreadableWorkbook } from '@/lib/sheets/workbook/unreadable';

/** Unpacks raw deflate data; undefined where it gives more than `limit` bytes. Throws where the data is damaged. */
export type Inflate = (packed: Uint8Array<ArrayBuffer>, limit: number) => Promise<Uint8Array | undefined>;

/** A ZIP file whose parts can be unpacked. */
export interface Archive {
  /** Names of the parts, in lower case and without a leading slash: parts differ by more than case (OPC, 6.2.2.3). */
  names: ReadonlySet<string>;
  /** Unpacks a part; undefined where there is none. Throws where it is damaged, or all parts together are too large. */
  read: (name: string) => Promise<Uint8Array | undefined>;
}

interface Entry {
  method: number;
  checksum: number;
  packedSize: number;
  size: number;
  /** Where the entry's own header begins. */
  start: number;
}

const MAX_UNPACKED = 50_000_000;
const END = 0x06054b50;
const END_SIZE = 22;
const MAX_COMMENT = 0xffff;
const CENTRAL = 0x02014b50;
const CENTRAL_SIZE = 46;
const LOCAL = 0x04034b50;
const LOCAL_SIZE = 30;
const STORED = 0;
const DEFLATED = 8;

/**
 * Opens a ZIP file (APPNOTE 6.3.10) by its central directory alone; what the parts' own headers claim is ignored. Each
 * part must have the size and checksum of the directory, and all unpacked parts together at most 50 MB. Throws an
 * UnreadableWorkbook.
 */
export function openArchive(bytes: Uint8Array<ArrayBuffer>, inflate: Inflate): Archive {
  const entries = readDirectory(bytes);
  const total = [...entries.values()].reduce((sum, { size }) => sum + size, 0);
  if (total > MAX_UNPACKED) throw tooLarge();
  let left = MAX_UNPACKED;
  const read = async (name: string) => {
    const entry = entries.get(name.toLowerCase());
    if (!entry) return undefined;
    const part = await unpack(packedBytes(bytes, entry), entry, { inflate, limit: left });
    left -= part.length;
    return part;
  };
  return { names: new Set(entries.keys()), read };
}

async function unpack(
  packed: Uint8Array<ArrayBuffer>,
  { method, size, checksum }: Entry,
  { inflate, limit }: { inflate: Inflate; limit: number },
): Promise<Uint8Array> {
  if (method !== STORED && method !== DEFLATED) throw damaged('a part is packed in an unknown way');
  if (size > limit) throw tooLarge();
  let part: Uint8Array | undefined = packed;
  if (method === DEFLATED) {
    try {
      part = await inflate(packed, size);
    } catch {
      throw damaged('a part cannot be unpacked');
    }
  }
  if (part?.length !== size || checksumOf(part) !== checksum) throw damaged('a part is not what was saved');
  return part;
}

function readDirectory(bytes: Uint8Array<ArrayBuffer>): Map<string, Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const [count, size, start] = [
    view.getUint16(end + 10, true),
    view.getUint32(end + 12, true),
    view.getUint32(end + 16, true),
  ];
  if (view.getUint32(end + 4, true) !== 0 || start + size > end)
    throw damaged('its list of parts is not where it should be');
  const entries = new Map<string, Entry>();
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (at + CENTRAL_SIZE > end || view.getUint32(at, true) !== CENTRAL) throw damaged('its list of parts is cut off');
    const lengths = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const [nameLength = 0, extraLength = 0, commentLength = 0] = lengths;
    const next = at + CENTRAL_SIZE + nameLength + extraLength + commentLength;
    if (next > end) throw damaged('its list of parts is cut off');
    if ((view.getUint16(at + 8, true) & 1) !== 0)
      throw new UnreadableWorkbook('The workbook has a password. Remove it in the spreadsheet, or paste the cells.');
    const name = new TextDecoder().decode(bytes.subarray(at + CENTRAL_SIZE, at + CENTRAL_SIZE + nameLength));
    const key = name.replace(/^\//, '').toLowerCase();
    if (entries.has(key)) throw damaged('two of its parts have one name');
    entries.set(key, {
      method: view.getUint16(at + 10, true),
      checksum: view.getUint32(at + 16, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      start: view.getUint32(at + 42, true),
    });
    at = next;
  }
  return entries;
}

/** Finds the record that ends a ZIP file, before which a comment may lie. */
function findEnd(view: DataView): number {
  for (let at = view.byteLength - END_SIZE; at >= Math.max(0, view.byteLength - END_SIZE - MAX_COMMENT); at -= 1)
    if (view.getUint32(at, true) === END && at + END_SIZE + view.getUint16(at + 20, true) === view.byteLength)
      return at;
  throw damaged('its end is missing');
}

function packedBytes(bytes: Uint8Array<ArrayBuffer>, { start, packedSize }: Entry): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (start + LOCAL_SIZE > bytes.length || view.getUint32(start, true) !== LOCAL)
    throw damaged('a part is not where the list of parts says');
  const data = start + LOCAL_SIZE + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  if (data + packedSize > bytes.length) throw damaged('a part is cut off');
  return bytes.subarray(data, data + packedSize);
}

const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Computes the CRC-32 of bytes, as ZIP and PNG use it. */
export function checksumOf(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ (CHECKSUMS[(value ^ byte) & 0xff] ?? 0);
  return (value ^ 0xffffffff) >>> 0;
}

function tooLarge(): UnreadableWorkbook {
  return new UnreadableWorkbook(
    'The workbook has more than 50 MB when it is unpacked. Copy the sheet to a workbook of its own, or paste the cells.',
  );
}
