// @ts-check
import { buildCodeTable } from './jpeg-bits.mjs';
import { decodeScan } from './jpeg-scan.mjs';
import { PictureError } from './picture-fault.mjs';

/** @typedef {import('./picture-fault.mjs').PictureFault} PictureFault */
/** @typedef {import('./jpeg-scan.mjs').Component} Component */
/** @typedef {{ components: Component[], isProgressive: boolean, mcuColumns: number, mcuRows: number }} Frame */
/**
 * @typedef {{ maxPixels: number, frame: Frame | undefined, quantisations: Set<number>, scans: number,
 *   codes: Map<number, import('./jpeg-bits.mjs').CodeTable>, restartInterval: number }} Reading
 */

// Encoders write about ten; each costs a walk over the whole picture.
const MAX_SCANS = 100;
const END = 0xd9;

/**
 * Finds what is wrong with a JPEG (ITU-T T.81): reads its header and decodes the bits of every scan without keeping the
 * points. Undefined for a whole picture of at most `maxPixels`, sequential or progressive, that ends with the file.
 *
 * @param {Buffer} file
 * @param {number} maxPixels
 * @returns {PictureFault | undefined}
 */
export function findJpegFault(file, maxPixels) {
  try {
    return readMarkers(file, maxPixels) === file.length ? undefined : 'followed';
  } catch (error) {
    if (error instanceof PictureError) return error.fault;
    throw error;
  }
}

/** @param {Buffer} file @param {number} maxPixels */
function readMarkers(file, maxPixels) {
  /** @type {Reading} */
  const reading = {
    maxPixels,
    frame: undefined,
    quantisations: new Set(),
    codes: new Map(),
    restartInterval: 0,
    scans: 0,
  };
  for (let at = 2; ;) {
    if (file[at] !== 0xff) throw new PictureError('broken');
    // Any marker may have more bytes of ones before it.
    while (file[at + 1] === 0xff) at += 1;
    const marker = file[at + 1] ?? 0;
    if (marker === END) {
      if (!reading.frame?.components.every(({ isScanned }) => isScanned)) throw new PictureError('broken');
      return at + 2;
    }
    // Not a marker with a segment.
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8) || at + 4 > file.length) throw new PictureError('broken');
    const end = at + 2 + file.readUInt16BE(at + 2);
    const segment = file.subarray(at + 4, end);
    if (end > file.length || end < at + 4) throw new PictureError('broken');
    readSegment(marker, segment, reading);
    at = marker === 0xda ? decodeScan(file, end, readScan(segment, reading)) : end;
  }
}

/** @param {number} marker @param {Buffer} segment @param {Reading} reading */
function readSegment(marker, segment, reading) {
  switch (marker) {
    case 0xc0:
    case 0xc1:
    case 0xc2:
      if (reading.frame) throw new PictureError('broken');
      reading.frame = readFrame(segment, { isProgressive: marker === 0xc2, maxPixels: reading.maxPixels });
      return;
    case 0xc4:
      return readCodes(segment, reading.codes);
    case 0xdb:
      return readQuantisations(segment, reading.quantisations);
    case 0xdd:
      if (segment.length !== 2) throw new PictureError('broken');
      reading.restartInterval = segment.readUInt16BE(0);
      return;
    case 0xda:
    case 0xfe:
      return;
    default:
      // Arithmetic, lossless and hierarchical ones, and lines that are counted later. Data of applications is skipped.
      if (marker < 0xe0 || marker > 0xef) throw new PictureError('unusual');
  }
}

/** @param {Buffer} segment @param {{ isProgressive: boolean, maxPixels: number }} options @returns {Frame} */
function readFrame(segment, { isProgressive, maxPixels }) {
  const count = segment[5] ?? 0;
  if (segment.length !== 6 + 3 * count) throw new PictureError('broken');
  const [height, width] = [segment.readUInt16BE(1), segment.readUInt16BE(3)];
  if (width * height > maxPixels) throw new PictureError('too-large');
  if (segment[0] !== 8 || height === 0 || ![1, 3, 4].includes(count)) throw new PictureError('unusual');
  const given = Array.from({ length: count }, (_, index) => {
    const [id = 0, sampling = 0, quantisation = 0] = segment.subarray(6 + 3 * index);
    return { id, h: sampling >> 4, v: sampling & 15, quantisation };
  });
  const isSampled = given.every(({ h, v }) => h >= 1 && h <= 4 && v >= 1 && v <= 4);
  if (!isSampled || width === 0 || new Set(given.map(({ id }) => id)).size !== count) throw new PictureError('broken');
  const [maxH, maxV] = [Math.max(...given.map(({ h }) => h)), Math.max(...given.map(({ v }) => v))];
  const [mcuColumns, mcuRows] = [Math.ceil(width / (8 * maxH)), Math.ceil(height / (8 * maxV))];
  const components = given.map((component) => ({
    ...component,
    columns: Math.ceil(Math.ceil((width * component.h) / maxH) / 8),
    rows: Math.ceil(Math.ceil((height * component.v) / maxV) / 8),
    stride: mcuColumns * component.h,
    known: new Uint8Array(isProgressive ? mcuColumns * component.h * mcuRows * component.v * 8 : 0),
    isScanned: false,
  }));
  return { components, isProgressive, mcuColumns, mcuRows };
}

/** @param {Buffer} segment @param {Reading['codes']} codes */
function readCodes(segment, codes) {
  for (let at = 0; at < segment.length;) {
    const counts = segment.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const end = at + 17 + total;
    if (counts.length < 16 || total > 256 || end > segment.length) throw new PictureError('broken');
    codes.set(segment[at] ?? 0, buildCodeTable(counts, segment.subarray(at + 17, end)));
    at = end;
  }
}

/** @param {Buffer} segment @param {Reading['quantisations']} quantisations */
function readQuantisations(segment, quantisations) {
  for (let at = 0; at < segment.length;) {
    const head = segment[at] ?? 0;
    const end = at + 1 + (head >> 4 ? 128 : 64);
    if (head >> 4 > 1 || (head & 15) > 3 || end > segment.length) throw new PictureError('broken');
    quantisations.add(head & 15);
    at = end;
  }
}

/** @param {Buffer} segment @param {Reading} reading @returns {import('./jpeg-scan.mjs').Scan} */
function readScan(segment, reading) {
  const { frame, codes, quantisations, restartInterval } = reading;
  const count = segment[0] ?? 0;
  reading.scans += 1;
  if (!frame || count < 1 || count > 4 || segment.length !== 4 + 2 * count || reading.scans > MAX_SCANS)
    throw new PictureError('broken');
  const [first = 0, last = 0, bits = 0] = segment.subarray(1 + 2 * count);
  const parts = Array.from({ length: count }, (_, index) => {
    const [id, tables = 0] = segment.subarray(1 + 2 * index);
    const component = frame.components.find((one) => one.id === id);
    if (!component || !quantisations.has(component.quantisation)) throw new PictureError('broken');
    return { component, dc: codes.get(tables >> 4), ac: codes.get(0x10 | (tables & 15)) };
  });
  const { isProgressive } = frame;
  const isBand = first === 0 ? last === 0 : count === 1 && first <= last && last <= 63;
  const isWhole = first === 0 && last === 63;
  // A component has its points once; a progressive one begins with its brightness.
  const inOrder = parts.every(
    ({ component }) => component.isScanned === (isProgressive && (first > 0 || bits >> 4 > 0)),
  );
  if (
    new Set(parts.map(({ component }) => component)).size !== count ||
    !(isProgressive ? isBand : isWhole) ||
    !inOrder
  )
    throw new PictureError('broken');
  for (const { component } of parts) component.isScanned = true;
  const { mcuColumns, mcuRows } = frame;
  return { parts, isProgressive, first, last, high: bits >> 4, restartInterval, mcuColumns, mcuRows };
}
