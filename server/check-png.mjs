// @ts-check
import { crc32, createInflate } from 'node:zlib';

/** @typedef {import('./picture-fault.mjs').PictureFault} PictureFault */
/** @typedef {{ width: number, height: number, bits: number, isInterlaced: boolean, isPalette: boolean }} Header */

// Bits that a sample may have, and samples of a point, by colour type (PNG, 11.2.1).
/** @type {Record<number, { bits: readonly number[], samples: number }>} */
const COLOUR_TYPES = {
  0: { bits: [1, 2, 4, 8, 16], samples: 1 },
  2: { bits: [8, 16], samples: 3 },
  3: { bits: [1, 2, 4, 8], samples: 1 },
  4: { bits: [8, 16], samples: 2 },
  6: { bits: [8, 16], samples: 4 },
};

// Where each pass of an interlaced picture begins, and its steps (PNG, 8.2): x, y, step of x, step of y.
const WHOLE = [[0, 0, 1, 1]];
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];
const ANIMATION = ['acTL', 'fcTL', 'fdAT'];

/**
 * Finds what is wrong with a PNG: reads its header, every chunk with its checksum, and inflates all of its points
 * without keeping them. Undefined for a whole picture of at most `maxPixels` that ends with the file.
 *
 * @param {Buffer} file
 * @param {number} maxPixels
 * @returns {Promise<PictureFault | undefined>}
 */
export async function findPngFault(file, maxPixels) {
  const header = readHeader(file);
  if (!header) return 'broken';
  if (header.width * header.height > maxPixels) return 'too-large';
  const chunks = readChunks(file, header);
  return Array.isArray(chunks) ? checkPoints(chunks, header) : chunks;
}

/** @param {Buffer} file @returns {Header | undefined} */
function readHeader(file) {
  if (file.length < 33 || file.readUInt32BE(8) !== 13 || file.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const [bits = 0, type = 0, compression, filter, interlace = 2] = file.subarray(24, 29);
  const colours = COLOUR_TYPES[type];
  if (!width || !height || width > 0x7fffffff || height > 0x7fffffff || !colours?.bits.includes(bits)) return undefined;
  if (compression !== 0 || filter !== 0 || interlace > 1) return undefined;
  return { width, height, bits: bits * colours.samples, isInterlaced: interlace === 1, isPalette: type === 3 };
}

/**
 * Reads every chunk to the end of the file, and returns those with points.
 *
 * @param {Buffer} file
 * @param {Header} header
 * @returns {Buffer[] | PictureFault}
 */
function readChunks(file, { isPalette }) {
  /** @type {Buffer[]} */
  const points = [];
  let [hasPalette, isBehindPoints] = [false, false];
  for (let at = 8; at + 12 <= file.length;) {
    const length = file.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > file.length) return 'broken';
    const type = file.toString('latin1', at + 4, at + 8);
    const content = file.subarray(at + 8, at + 8 + length);
    if (crc32(file.subarray(at + 4, at + 8 + length)) !== file.readUInt32BE(end - 4)) return 'broken';
    if (type === 'IEND') {
      if (length > 0 || points.length === 0 || (isPalette && !hasPalette)) return 'broken';
      return end === file.length ? points : 'followed';
    }
    if (ANIMATION.includes(type)) return 'moving';
    if (type === 'IDAT') {
      if (isBehindPoints) return 'broken';
      points.push(content);
    } else {
      isBehindPoints = points.length > 0;
      const isFirst = at === 8;
      if ((type === 'IHDR') !== isFirst || !/^[a-zA-Z]{4}$/.test(type)) return 'broken';
      // A chunk with a capital must be understood by any program that shows the picture (PNG, 5.4).
      if (/^[A-Z]/.test(type) && type !== 'IHDR') {
        if (type !== 'PLTE' || hasPalette || isBehindPoints || length % 3 !== 0) return 'broken';
        hasPalette = true;
      }
    }
    at = end;
  }
  return 'broken';
}

/**
 * Inflates the points as they come, and compares their number and the filter of each row with what the header says.
 *
 * @param {Buffer[]} chunks
 * @param {Header} header
 * @returns {Promise<PictureFault | undefined>}
 */
async function checkPoints(chunks, header) {
  const rows = rowLengths(header);
  const packed = Buffer.concat(chunks);
  const inflate = createInflate({ chunkSize: 64 * 1024 });
  inflate.end(packed);
  let [position, nextRow] = [0, 0];
  try {
    for await (const part of inflate) {
      const bytes = /** @type {Buffer} */ (part);
      while (nextRow < position + bytes.length) {
        const row = rows.next();
        // More than the header says: it may go on without an end.
        if (row.done || (bytes[nextRow - position] ?? 5) > 4) return 'broken';
        nextRow += row.value;
      }
      position += bytes.length;
    }
  } catch {
    return 'broken';
  }
  return rows.next().done && position === nextRow && inflate.bytesWritten === packed.length ? undefined : 'broken';
}

/** @param {Header} header @returns {Generator<number, undefined>} bytes of each row with its filter, of all passes */
function* rowLengths({ width, height, bits, isInterlaced }) {
  for (const [x = 0, y = 0, stepX = 1, stepY = 1] of isInterlaced ? ADAM7 : WHOLE) {
    const columns = Math.ceil((width - x) / stepX);
    if (columns < 1) continue;
    const length = 1 + Math.ceil((columns * bits) / 8);
    for (let row = y; row < height; row += stepY) yield length;
  }
  return undefined;
}
