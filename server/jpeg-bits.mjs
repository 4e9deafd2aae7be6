// @ts-check
import { PictureError } from './picture-fault.mjs';

/** Symbols by the next sixteen bits: length of the code times 256, and the symbol; 0 where no code begins so. */
/** @typedef {Uint16Array} CodeTable */

/**
 * Builds the table of a Huffman code from the numbers of its codes by length, and its symbols (ITU-T T.81, annex C).
 *
 * @param {Uint8Array} counts
 * @param {Uint8Array} symbols
 * @returns {CodeTable}
 */
export function buildCodeTable(counts, symbols) {
  const table = new Uint16Array(65_536);
  let [code, index] = [0, 0];
  counts.forEach((count, place) => {
    const length = place + 1;
    const span = 1 << (16 - length);
    for (let one = 0; one < count; one += 1, index += 1, code += span) {
      if (code + span > 65_536) throw new PictureError('broken');
      table.fill((length << 8) | (symbols[index] ?? 0), code, code + span);
    }
  });
  return table;
}

/** Reads the bits of a scan. Throws where a code is none, and where the bits end before what they encode does. */
export class BitReader {
  /** @param {Buffer} file @param {number} position */
  constructor(file, position) {
    this.file = file;
    this.position = position;
    this.bits = 0;
    this.count = 0;
    // Zeros in place of bits that the file does not have.
    this.missing = 0;
  }

  fill() {
    while (this.count <= 24) {
      const byte = this.file[this.position] ?? 0xff;
      if (byte === 0xff && this.file[this.position + 1] !== 0) {
        this.bits <<= 8;
        this.missing += 8;
      } else {
        this.bits = (this.bits << 8) | byte;
        // A zero is stuffed behind each byte of ones.
        this.position += byte === 0xff ? 2 : 1;
      }
      this.count += 8;
    }
  }

  /** @param {number} length from 0 to 16 */
  read(length) {
    if (this.count < length) this.fill();
    this.count -= length;
    if (this.count < this.missing) throw new PictureError('broken');
    return (this.bits >>> this.count) & ((1 << length) - 1);
  }

  /** @param {CodeTable | undefined} table */
  readSymbol(table) {
    if (this.count < 16) this.fill();
    const found = table?.[(this.bits >>> (this.count - 16)) & 0xffff] ?? 0;
    if (found === 0) throw new PictureError('broken');
    this.count -= found >> 8;
    if (this.count < this.missing) throw new PictureError('broken');
    return found & 0xff;
  }

  /**
   * Drops what is left of the bits, and returns where the next marker is. Cameras write bytes without meaning before
   * it.
   */
  end() {
    let at = this.position;
    while (at < this.file.length && !(this.file[at] === 0xff && ![0, 0xff].includes(this.file[at + 1] ?? 0))) at += 1;
    return at;
  }
}
