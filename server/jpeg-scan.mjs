// @ts-check
import { BitReader } from './jpeg-bits.mjs';
import { PictureError } from './picture-fault.mjs';

/** @typedef {import('./jpeg-bits.mjs').CodeTable} CodeTable */
/**
 * A component of the frame. `known` has a bit for each coefficient that is not zero, which later scans refine.
 *
 * @typedef {{ id: number, h: number, v: number, quantisation: number, columns: number, rows: number, stride: number,
 *   known: Uint8Array, isScanned: boolean }} Component
 */
/** @typedef {{ component: Component, dc: CodeTable | undefined, ac: CodeTable | undefined }} ScanComponent */
/**
 * @typedef {{ parts: ScanComponent[], isProgressive: boolean, first: number, last: number, high: number,
 *   restartInterval: number, mcuColumns: number, mcuRows: number }} Scan
 */

/**
 * Decodes all bits of a scan, and returns where the marker behind it is. Throws a PictureError where they do not
 * decode.
 *
 * @param {Buffer} file
 * @param {number} position
 * @param {Scan} scan
 */
export function decodeScan(file, position, scan) {
  const { parts, restartInterval } = scan;
  const [only] = parts;
  const isAlone = parts.length === 1 && only !== undefined;
  // A component of its own has no blocks beyond its edge (ITU-T T.81, A.2.2).
  const [columns, rows] = isAlone ? [only.component.columns, only.component.rows] : [scan.mcuColumns, scan.mcuRows];
  let bits = new BitReader(file, position);
  const decode = chooseDecoder(scan);
  const state = { run: 0 };
  for (let unit = 0; unit < columns * rows; unit += 1) {
    if (restartInterval > 0 && unit > 0 && unit % restartInterval === 0) {
      const at = bits.end();
      if (file[at + 1] !== 0xd0 + ((unit / restartInterval - 1) & 7)) throw new PictureError('broken');
      bits = new BitReader(file, at + 2);
      state.run = 0;
    }
    const [x, y] = [unit % columns, Math.floor(unit / columns)];
    if (isAlone) decode(bits, only, y * only.component.stride + x, state);
    else
      for (const part of parts) {
        const { h, v, stride } = part.component;
        for (let block = 0; block < h * v; block += 1)
          decode(bits, part, (y * v + Math.floor(block / h)) * stride + x * h + (block % h), state);
      }
  }
  return bits.end();
}

/** @typedef {(bits: BitReader, part: ScanComponent, block: number, state: { run: number }) => void} Decoder */

/** @param {Scan} scan @returns {Decoder} */
function chooseDecoder({ isProgressive, first, last, high }) {
  if (!isProgressive) return decodeWhole;
  if (first === 0) return high === 0 ? decodeDc : (bits) => void bits.read(1);
  return high === 0
    ? (bits, part, block, state) => decodeAc(bits, part, { block, state, first, last })
    : (bits, part, block, state) => refineAc(bits, part, { block, state, first, last });
}

/** @type {Decoder} */
function decodeDc(bits, { dc }) {
  const size = bits.readSymbol(dc);
  if (size > 15) throw new PictureError('broken');
  bits.read(size);
}

/** @type {Decoder} */
function decodeWhole(bits, part, block, state) {
  decodeDc(bits, part, block, state);
  for (let at = 1; at < 64;) {
    const symbol = bits.readSymbol(part.ac);
    const size = symbol & 15;
    if (size === 0 && symbol !== 0xf0) return;
    at += symbol >> 4;
    if (at > 63) throw new PictureError('broken');
    bits.read(size);
    at += 1;
  }
}

/** @typedef {{ block: number, state: { run: number }, first: number, last: number }} Band */

/** @param {BitReader} bits @param {ScanComponent} part @param {Band} band */
function decodeAc(bits, { component, ac }, { block, state, first, last }) {
  if (state.run > 0) {
    state.run -= 1;
    return;
  }
  for (let at = first; at <= last; at += 1) {
    const symbol = bits.readSymbol(ac);
    const [run, size] = [symbol >> 4, symbol & 15];
    if (size === 0 && run < 15) {
      state.run = (1 << run) + bits.read(run) - 1;
      return;
    }
    at += run;
    if (at > last) throw new PictureError('broken');
    if (size === 0) continue;
    bits.read(size);
    markKnown(component, block, at);
  }
}

/** @param {BitReader} bits @param {ScanComponent} part @param {Band} band */
function refineAc(bits, { component, ac }, { block, state, first, last }) {
  let at = first;
  while (at <= last && state.run === 0) {
    const symbol = bits.readSymbol(ac);
    const size = symbol & 15;
    let zeros = symbol >> 4;
    if (size > 1) throw new PictureError('broken');
    if (size === 0 && zeros < 15) {
      state.run = (1 << zeros) + bits.read(zeros);
      break;
    }
    if (size === 1) bits.read(1);
    for (; at <= last; at += 1) {
      if (isKnown(component, block, at)) bits.read(1);
      else if (zeros === 0) break;
      else zeros -= 1;
    }
    if (size === 1) {
      if (at > last) throw new PictureError('broken');
      markKnown(component, block, at);
    }
    at += 1;
  }
  if (state.run === 0) return;
  for (; at <= last; at += 1) if (isKnown(component, block, at)) bits.read(1);
  state.run -= 1;
}

/** @param {Component} component @param {number} block @param {number} at */
const isKnown = ({ known }, block, at) => ((known[block * 8 + (at >> 3)] ?? 0) & (1 << (at & 7))) !== 0;

/** @param {Component} component @param {number} block @param {number} at */
function markKnown({ known }, block, at) {
  known[block * 8 + (at >> 3)] = (known[block * 8 + (at >> 3)] ?? 0) | (1 << (at & 7));
}
