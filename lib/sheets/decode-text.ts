import { fail, ok, type Result } from '@/lib/result';

/** An encoding in which a file of text may be, with some of its cells decoded. */
export interface Encoding {
  id: EncodingId;
  label: string;
  /** Cells with letters beyond ASCII, the same ones for each encoding. */
  samples: string[];
}

/** A file as text, or the encodings among which only a person can choose. */
export type Decoded = { kind: 'text'; text: string } | { kind: 'ask'; encodings: Encoding[] };

// Those in which spreadsheets save text, the likely ones first: where several read a file equally well, this order is
// shown. Labels of https://encoding.spec.whatwg.org/#names-and-labels
const ENCODINGS = [
  ['windows-1252', 'Western European'],
  ['windows-1250', 'Central European'],
  ['windows-1251', 'Cyrillic'],
  ['gb18030', 'Chinese, simplified (GBK)'],
  ['shift_jis', 'Japanese'],
  ['big5', 'Chinese, traditional'],
  ['euc-kr', 'Korean'],
  ['windows-1253', 'Greek'],
  ['windows-1254', 'Turkish'],
  ['windows-1255', 'Hebrew'],
  ['windows-1256', 'Arabic'],
  ['windows-1257', 'Baltic'],
  ['macintosh', 'Western European, of an old Mac'],
  ['ibm866', 'Cyrillic, of DOS'],
] as const;
const WIDE = [
  ['utf-16le', 'Unicode'],
  ['utf-16be', 'Unicode, other byte order'],
] as const;
type EncodingId = (typeof ENCODINGS | typeof WIDE)[number][0];

const MAX_CHOICES = 6;
const SAMPLES = 3;
const MAX_SAMPLES = 6;
const SAMPLE_LENGTH = 80;
// Among which the samples are chosen.
const MAX_CELLS = 200;
const MAX_CELL_BYTES = 1_000;

const NO_TEXT =
  'This file has no text: it is neither an Excel workbook (.xlsx) nor CSV. Choose another file, or paste the cells.';

/**
 * Decodes a file of text: by its byte order mark, as UTF-16 where only ASCII is in it, or as UTF-8 where it is that
 * strictly. Everything else is asked: no detector is right often enough about the few words of a sheet. Fails with a
 * sentence where the file is no text in any encoding.
 */
export function decodeText(bytes: Uint8Array): Result<Decoded, string> {
  const marked = readMarked(bytes);
  if (marked) return marked;
  if (bytes.includes(0)) return decodeWide(bytes);
  const utf8 = decodeAs('utf-8', bytes);
  if (utf8 !== undefined) return acceptText(utf8);
  const encodings = listReadings(bytes, ENCODINGS);
  return encodings.length > 0 ? ok({ kind: 'ask', encodings }) : fail(NO_TEXT);
}

/** Decodes a file in the encoding that a person chose; undefined before that. */
export function decodeChosen(bytes: Uint8Array, id: string | undefined): string | undefined {
  const known = [...ENCODINGS, ...WIDE].find(([label]) => label === id);
  return known && decodeAs(known[0], bytes);
}

const MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;

function readMarked(bytes: Uint8Array): Result<Decoded, string> | undefined {
  const [id] = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte)) ?? [];
  if (id === undefined) return undefined;
  const text = decodeAs(id, bytes);
  return text === undefined
    ? fail('The file begins as Unicode, and is not all Unicode. Save it again in a spreadsheet, or paste the cells.')
    : acceptText(text);
}

function decodeWide(bytes: Uint8Array): Result<Decoded, string> {
  for (const [id] of WIDE) {
    const text = decodeAs(id, bytes);
    // oxlint-disable-next-line no-control-regex -- ASCII begins with them.
    if (text !== undefined && /^[\t\n\r -~]*$/.test(text)) return acceptText(text);
  }
  const encodings = listReadings(bytes, WIDE);
  return encodings.length > 0 ? ok({ kind: 'ask', encodings }) : fail(NO_TEXT);
}

function acceptText(text: string): Result<Decoded, string> {
  if (CONTROL.test(text)) return fail(NO_TEXT);
  return UNLIKELY.test(text)
    ? fail(
        'The file has characters that stand for none, as after a conversion from a wrong encoding. ' +
          'Save the sheet again as an Excel workbook (.xlsx), or paste the cells.',
      )
    : ok({ kind: 'text', text });
}

// oxlint-disable-next-line no-control-regex -- they are what is looked for.
const CONTROL = /[\0-\x08\x0E-\x1F]/;
// Controls of Latin-1, private use and noncharacters: `fatal` lets a decoder give them for bytes without a letter.
const UNLIKELY = /[\u0080-\u009F\p{Co}\uFFFD\uFFFE\uFFFF]/u;

// Of bytes 0x80 to 0x9F. Node 20 decodes them as controls, and five have no letter.
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

function decodeAs(id: EncodingId | 'utf-8', bytes: Uint8Array): string | undefined {
  if (id === 'windows-1252') {
    const latin1 = new TextDecoder('iso-8859-1').decode(bytes.map((byte) => (isInMiddle(byte) ? 0x20 : byte)));
    return bytes.some(isInMiddle)
      ? Array.from(latin1, (letter, at) => WINDOWS_1252[(bytes[at] ?? 0) - 0x80] ?? letter).join('')
      : latin1;
  }
  try {
    return new TextDecoder(id, { fatal: true }).decode(bytes);
  } catch {
    // Not in this encoding, or one that this browser does not know.
    return undefined;
  }
}

const isInMiddle = (byte: number) => byte >= 0x80 && byte <= 0x9f;

/** Lists the encodings in which the whole file is text, those that make most sense of it first, each reading once. */
function listReadings(bytes: Uint8Array, among: typeof ENCODINGS | typeof WIDE): Encoding[] {
  const readings = among.flatMap(([id, label]) => {
    const text = decodeAs(id, bytes);
    if (text === undefined || CONTROL.test(text) || UNLIKELY.test(text)) return [];
    return [{ id, label: `${label} (${nameOf(id)})`, text, oddity: rateOddity(text) }];
  });
  const shown = readings
    .filter(({ text }, index) => readings.findIndex((other) => other.text === text) === index)
    .toSorted((one, other) => one.oddity - other.oddity)
    .slice(0, MAX_CHOICES);
  const parts = among === WIDE ? [] : splitBytes(bytes);
  const cells = shown.map(({ id, text }) =>
    among === WIDE ? cellsOf(text) : parts.map((part) => (decodeAs(id, part) ?? '').trim().slice(0, SAMPLE_LENGTH)),
  );
  const chosen = chooseSamples(cells);
  return shown.map(({ id, label }, index) => ({
    id,
    label,
    samples: chosen.flatMap((at) => cells[index]?.[at] ?? []),
  }));
}

/** Chooses the cells by which one tells the readings apart: three, and more only where those leave two equal. */
function chooseSamples(readings: readonly (readonly string[])[]): number[] {
  const count = Math.max(0, ...readings.map(({ length }) => length));
  const tellApart = (cells: readonly number[]) =>
    new Set(readings.map((reading) => cells.map((cell) => reading[cell]).join('\0'))).size;
  const chosen: number[] = [];
  while (chosen.length < Math.min(count, MAX_SAMPLES)) {
    const left = Array.from({ length: count }, (_, cell) => cell).filter((cell) => !chosen.includes(cell));
    const scores = left.map((cell) => tellApart([...chosen, cell]));
    const best = Math.max(...scores);
    if (chosen.length >= SAMPLES && best === tellApart(chosen)) break;
    chosen.push(left[scores.indexOf(best)] ?? 0);
  }
  return chosen.toSorted((one, other) => one - other);
}

const nameOf = (id: EncodingId) => (id === 'gb18030' ? 'GB 18030' : id);

/** Splits a text into cells, and gives the different ones with a letter beyond ASCII. */
function cellsOf(text: string): string[] {
  // oxlint-disable-next-line no-control-regex -- ASCII begins with them.
  const beyond = text.split(/[\t\n\r,;"]/).filter((cell) => /[^\0-\x7F]/.test(cell));
  return [...new Set(beyond.slice(0, MAX_CELLS).map((cell) => cell.trim().slice(0, SAMPLE_LENGTH)))];
}

const SEPARATORS = new Set(Array.from('\t\n\r,;"', (character) => character.charCodeAt(0)));

/** The same of bytes: none of the encodings has a separator within a letter. */
function splitBytes(bytes: Uint8Array): Uint8Array[] {
  const cells = new Map<string, Uint8Array>();
  let start = 0;
  for (let at = 0; at <= bytes.length && cells.size < MAX_CELLS; at += 1) {
    if (at < bytes.length && !SEPARATORS.has(bytes[at] ?? 0)) continue;
    const cell = bytes.subarray(start, at);
    if (cell.length <= MAX_CELL_BYTES && cell.some((byte) => byte >= 0x80)) cells.set(cell.join(), cell);
    start = at + 1;
  }
  return [...cells.values()];
}

/** Rates how odd a text reads, from 0 to 1: by the letters beyond ASCII that stand where no word has them. */
function rateOddity(text: string): number {
  let [odd, all] = [0, 0];
  for (const [word] of text.slice(0, MAX_RATED).matchAll(/[^\t\n\r,;"\s]+/g)) {
    const letters = Array.from(word).filter((letter) => letter > '\u007F');
    if (letters.length === 0) continue;
    all += letters.length;
    odd += isOddWord(word) ? letters.length : letters.filter((letter) => !/\p{L}/u.test(letter)).length;
  }
  return all === 0 ? 0 : odd / all;
}

const MAX_RATED = 20_000;

/** Tells whether a word mixes scripts, or has a small letter before a capital one. */
function isOddWord(word: string): boolean {
  const isLatin = /\p{Script=Latin}/u.test(word);
  const isOther = /(?!\p{Script=Latin})\p{L}/u.test(word);
  return (isLatin && isOther) || /\p{Ll}\p{Lu}/u.test(word);
}
