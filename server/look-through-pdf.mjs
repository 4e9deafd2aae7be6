// @ts-check
import { inflateSync } from 'node:zlib';

/**
 * What a PDF holds besides pages: `unread` where a part of it could not be looked through.
 *
 * @typedef {import('../lib/attachments/pdf-marks').PdfMark} PdfMark
 */

// The name that each mark is found by, and what follows it. A short name occurs in the bytes of large pictures by
// chance, so that it counts only before a value of the kind that it takes.
/** @type {readonly (readonly [RegExp, PdfMark])[]} */
const NAMES = [
  [/^JavaScript$/, 'JavaScript'],
  [/^JS$/, 'JavaScript'],
  [/^OpenAction$/, 'OpenAction'],
  [/^AA$/, 'AA'],
  [/^Launch$/, 'Launch'],
  [/^EmbeddedFiles?$|^FileAttachment$|^GoToE$/, 'EmbeddedFile'],
  [/^EF$/, 'EmbeddedFile'],
  [/^RichMedia|^Rendition$|^Movie$|^3D$/, 'RichMedia'],
  [/^XFA$/, 'XFA'],
  [/^SubmitForm$|^ImportData$/, 'SubmitForm'],
];
const SHORT = 3;
// A text, a dictionary, a list, a comment or the number of an object.
const VALUE = /^[\0\t\n\f\r ]*(?:[(<[%]|\d+[\0\t\n\f\r ])/;
const NAME = /\/([^\0\t\n\f\r ()<>[\]{}/%]{1,127})/g;

// Readers skip what follows the word on its line.
const STREAM = /(?<!end)stream[^\r\n]{0,256}(?:\r\n|\n|\r)/g;

const MAX_INFLATED = 16 * 1024 * 1024;
const MAX_INFLATED_IN_ALL = 64 * 1024 * 1024;
/** How far before its bytes the dictionary of a stream is looked at. */
const DICTIONARY = 4096;

/**
 * Looks through all bytes of a PDF, and through its compressed object streams as far as they inflate to 16 MB each and
 * 64 MB in all, for names of what acts by itself or hides another file. Names may be written with escapes (`/J#61va`).
 *
 * @param {Buffer} file
 * @returns {PdfMark[]}
 */
export function lookThroughPdf(file) {
  /** @type {Set<PdfMark>} */
  const marks = new Set();
  const text = file.toString('latin1');
  const names = collectNames(text, marks);
  // What is in an encrypted object stream cannot be seen.
  if (names.has('Encrypt')) marks.add('unread');
  lookThroughStreams(file, text, marks);
  return [...marks];
}

/** @param {string} text @param {Set<PdfMark>} marks */
function collectNames(text, marks) {
  /** @type {Set<string>} */
  const names = new Set();
  for (const { 0: whole, 1: written = '', index } of text.matchAll(NAME)) {
    const name = unescapeName(written);
    if (name === 'Encrypt') names.add(name);
    const mark = NAMES.find(([pattern]) => pattern.test(name))?.[1];
    if (!mark || marks.has(mark)) continue;
    const end = index + whole.length;
    if (name.length > SHORT || VALUE.test(text.slice(end, end + 64))) marks.add(mark);
  }
  return names;
}

/** @param {string} written */
const unescapeName = (written) =>
  written.replaceAll(/#([0-9a-fA-F]{2})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));

/** @param {Buffer} file @param {string} text @param {Set<PdfMark>} marks */
function lookThroughStreams(file, text, marks) {
  let rest = MAX_INFLATED_IN_ALL;
  for (const { 0: word, index } of text.matchAll(STREAM)) {
    const before = text.slice(Math.max(0, index - DICTIONARY), index);
    const dictionary = unescapeName(before.slice(before.lastIndexOf(' obj') + 1));
    const isObjects = /\/ObjStm\b/.test(dictionary) || (/\/N\b/.test(dictionary) && /\/First\b/.test(dictionary));
    const bytes = file.subarray(index + word.length);
    // Numbers of objects come first in an object stream, whatever its dictionary says.
    if (!isObjects && !/^[\0\t\n\f\r ]*[\d%]/.test(inflateStart(bytes))) continue;
    // What is not filtered was looked through with all other bytes.
    if (isObjects && !/\/Filter\b/.test(dictionary)) continue;
    const inflated = rest > 0 ? inflate(bytes, Math.min(rest, MAX_INFLATED)) : undefined;
    rest -= inflated?.length ?? MAX_INFLATED;
    if (inflated) collectNames(inflated, marks);
    // Of other filters, or filtered twice.
    const isReadable = inflated !== undefined && !/\/Predictor\b|Decode\b[^>]*Decode\b/.test(dictionary);
    if (isObjects && !isReadable) marks.add('unread');
    if (!isObjects && inflated === undefined) marks.add('unread');
  }
}

/** @param {Buffer} bytes @returns {string} its first characters; empty where it is not deflated */
function inflateStart(bytes) {
  if (((bytes[0] ?? 0) & 15) !== 8 || ((bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)) % 31 !== 0) return '';
  try {
    return inflateSync(bytes.subarray(0, 512), { finishFlush: 2, maxOutputLength: 1024 * 1024 }).toString(
      'latin1',
      0,
      64,
    );
  } catch {
    return '';
  }
}

/** @param {Buffer} bytes @param {number} maxOutputLength */
function inflate(bytes, maxOutputLength) {
  try {
    return inflateSync(bytes, { maxOutputLength }).toString('latin1');
  } catch {
    return undefined;
  }
}
