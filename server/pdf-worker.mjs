// @ts-check
// Lays out one PDF in a thread of its own (lib/server/documents/create-pdf.ts starts it), so that a long one keeps
// nobody waiting. Takes a PdfDocument as its data, posts the bytes of the file, and ends. A plain program, since it
// runs in development, in tests and from the production build alike.
// @ts-expect-error -- the package brings no types
import { openSync } from 'fontkit';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import pdfmake from 'pdfmake';

/**
 * @typedef {import('../lib/documents/pdf-document').PdfDocument} PdfDocument
 * @typedef {import('../lib/documents/pdf-document').PdfBlock} PdfBlock
 * @typedef {import('../lib/documents/pdf-document').PdfCell} PdfCell
 * @typedef {import('../lib/documents/pdf-document').PdfFact} PdfFact
 * @typedef {import('pdfmake/interfaces').Content} Content
 * @typedef {import('pdfmake/interfaces').ContentText} ContentText
 * @typedef {{ name: string, hasGlyph: (codePoint: number) => boolean }} Face
 */

/** @param {string} file */
const fontPath = (file) => fileURLToPath(new URL(`../node_modules/geist/dist/fonts/${file}`, import.meta.url));
const FILES = {
  regular: fontPath('geist-sans/Geist-Regular.ttf'),
  bold: fontPath('geist-sans/Geist-SemiBold.ttf'),
  mono: fontPath('geist-mono/GeistMono-Regular.ttf'),
  boldMono: fontPath('geist-mono/GeistMono-SemiBold.ttf'),
};

const MARK = readFileSync(fileURLToPath(new URL('../public/icon.svg', import.meta.url)), 'utf8');
const MARK_SIZE = 18;

const MARGIN = 44;
const PAGE_WIDTH = { portrait: 595.28, landscape: 841.89 };
const LABEL_WIDTH = 132;
// Of the size of the text, for digits in bold.
const WIDTH_OF_A_CHARACTER = 0.65;
const SMALLEST_FIGURE = 8;
const CELL_GAP = 8;
const FONT_SIZE = 9.5;
const TABLE_FONT_SIZE = 7.5;
// Of the size of the text: each character of the mono face.
const MONO_WIDTH = 0.6;
// Numbers line up by it for as many decimals as most assets have.
const DIGIT_WIDTH = MONO_WIDTH * TABLE_FONT_SIZE;
const MAX_ALIGNED_DECIMALS = 8;
// Half of what the lowest page holds, since wrapped words may leave half of each line empty.
const MAX_UNBROKEN_LINES = 12;
const INK = '#16181d';
const DIM = '#5a606b';
const LINE = '#d5d8de';
const SOFT = '#f3f4f6';
// A longer value would fill pages; nothing that the service returns is.
const MAX_CHARACTERS = 2_000;

/** @type {(file: string) => Face['hasGlyph']} */
const readGlyphs = (file) => {
  const font = openSync(file);
  /** @type {Map<number, boolean>} */
  const known = new Map();
  return (codePoint) => {
    const isKnown = known.get(codePoint);
    if (isKnown !== undefined) return isKnown;
    const has = Boolean(font.hasGlyphForCodePoint(codePoint));
    known.set(codePoint, has);
    return has;
  };
};

/** @type {Record<'sans' | 'bold' | 'mono', Face>} */
const FACES = {
  sans: { name: 'Geist', hasGlyph: readGlyphs(FILES.regular) },
  bold: { name: 'Geist', hasGlyph: readGlyphs(FILES.bold) },
  mono: { name: 'Geist Mono', hasGlyph: readGlyphs(FILES.mono) },
};

// The same characters as in lib/text/hidden-characters.ts.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

// Brackets around what lib/text/hidden-characters.ts wrote out, which the fonts lack.
const REVEALED = new Map([
  ['⟨', '‹'],
  ['⟩', '›'],
]);

/**
 * Writes every character that is hidden, or that the face has no glyph for, as its code point: ‹U+4F60 U+597D›.
 * @param {string} text
 * @param {Face} face
 */
function printable(text, { hasGlyph }) {
  const isCut = text.length > MAX_CHARACTERS;
  const characters = Array.from(isCut ? text.slice(0, MAX_CHARACTERS) : text);
  let printed = '';
  /** @type {string[]} */
  let missing = [];
  const flush = () => {
    if (missing.length > 0) printed += `‹${missing.join(' ')}›`;
    missing = [];
  };
  for (const character of characters) {
    const bracket = REVEALED.get(character);
    if (bracket !== undefined && !hasGlyph(character.codePointAt(0) ?? 0)) {
      flush();
      printed += bracket;
      continue;
    }
    const codePoint = character.codePointAt(0) ?? 0;
    if (hasGlyph(codePoint) && !HIDDEN.test(character)) {
      flush();
      printed += character;
    } else missing.push(`U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`);
  }
  flush();
  return isCut ? `${printed}… (${text.length} characters)` : printed;
}

/** @param {string} text @param {Face} [face] @returns {ContentText} */
const plain = (text, face = FACES.sans) => ({ text: printable(text, face), font: face.name });
/** @param {string} text @param {Face} [face] @returns {ContentText} */
const strong = (text, face = FACES.bold) => ({ text: printable(text, face), font: face.name, bold: true });

/**
 * Sets what is read character by character: chunks apart, one without chunks in one piece, and either in lines of the
 * same length, where one would end with a rest of a few characters.
 * @param {readonly string[]} chunks as they are printed
 * @param {number} room in characters
 */
function breakEvenly(chunks, room) {
  const gap = chunks.length > 1 ? ' ' : '';
  const pieces = chunks.length > 1 ? chunks : Array.from(chunks[0] ?? '');
  const lines = Math.ceil(pieces.join(gap).length / room);
  const longest = pieces.reduce((most, { length }) => Math.max(most, length), 1);
  const fitting = Math.floor((room + gap.length) / (longest + gap.length));
  const perLine = Math.max(1, lines > 1 ? Math.min(fitting, Math.ceil(pieces.length / lines)) : pieces.length);
  return Array.from({ length: Math.ceil(pieces.length / perLine) }, (_none, line) =>
    pieces.slice(line * perLine, (line + 1) * perLine).join(gap),
  ).join('\n');
}

/** @param {PdfFact} fact @param {number} width @returns {ContentText} */
function valueOf({ value, isCode, link }, width) {
  const face = isCode ? FACES.mono : FACES.sans;
  const chunks = (typeof value === 'string' ? [value] : value).map((chunk) => printable(chunk, face));
  return {
    text: isCode ? breakEvenly(chunks, Math.floor(width / (MONO_WIDTH * FONT_SIZE))) : chunks.join(''),
    font: face.name,
    ...(isCode && { wordBreak: /** @type {const} */ ('break-all') }),
    ...(link !== undefined && link.startsWith('https://') && { link, decoration: /** @type {const} */ ('underline') }),
  };
}

/**
 * Tells whether a text may fill a page: pdfmake leaves a row out that may not break and is higher than a page.
 * @param {string} text as it is printed
 * @param {number} width
 * @param {number} fontSize
 */
const mayFillPage = (text, width, fontSize) => text.length * fontSize > width * MAX_UNBROKEN_LINES;

/** @param {PdfFact} fact @param {number} width */
function isHighFact({ label, value, isCode }, width) {
  const text = printable(typeof value === 'string' ? value : value.join(''), isCode ? FACES.mono : FACES.sans);
  return (
    mayFillPage(text, width - LABEL_WIDTH, FONT_SIZE) ||
    mayFillPage(printable(label, FACES.sans), LABEL_WIDTH, FONT_SIZE)
  );
}

const onlyLinesBetween = {
  /** @param {number} index @param {any} node */
  hLineWidth: (index, node) => (index === 0 || index === node.table.body.length ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => LINE,
  paddingLeft: () => 0,
  paddingRight: () => CELL_GAP,
  paddingTop: () => 4,
  paddingBottom: () => 4,
};

const barOnTheLeft = {
  hLineWidth: () => 0,
  /** @param {number} index */
  vLineWidth: (index) => (index === 0 ? 2 : 0),
  vLineColor: () => INK,
  fillColor: () => SOFT,
  paddingTop: () => 4,
  paddingBottom: () => 4,
};

/** @type {(block: PdfBlock, width: number) => Content} */
function layOut(block, width) {
  switch (block.kind) {
    case 'heading':
      return { ...strong(block.text), fontSize: 11, margin: [0, 14, 0, 4] };
    case 'paragraph':
      if (block.tone === 'notice')
        return { table: { widths: ['*'], body: [[strong(block.text)]] }, layout: barOnTheLeft, margin: [0, 4, 0, 4] };
      return {
        ...plain(block.text),
        margin: [0, 4, 0, 4],
        ...(block.tone === 'muted' && { color: DIM, fontSize: TABLE_FONT_SIZE }),
      };
    case 'figures':
      return layOutFigures(block, width);
    case 'facts':
      return {
        table: {
          // In points, since a column that grew with its longest word would leave the page.
          widths: [LABEL_WIDTH, width - LABEL_WIDTH - 2 * CELL_GAP],
          dontBreakRows: !block.facts.some((fact) => isHighFact(fact, width - 2 * CELL_GAP)),
          body: block.facts.map((fact) => [
            { ...plain(fact.label), color: DIM },
            valueOf(fact, width - LABEL_WIDTH - 2 * CELL_GAP),
          ]),
        },
        layout: onlyLinesBetween,
      };
    case 'table':
      return layOutTable(block, width);
  }
}

/** @type {(block: Extract<PdfBlock, { kind: 'figures' }>, width: number) => Content} */
function layOutFigures({ figures }, width) {
  const largest = figures.length === 1 ? 20 : 12;
  const room = (width - (figures.length - 1) * CELL_GAP) / figures.length;
  const longest = Math.max(...figures.map(({ value }) => value.length));
  const fontSize = Math.max(SMALLEST_FIGURE, Math.min(largest, room / (longest * WIDTH_OF_A_CHARACTER)));
  return {
    columns: figures.map(({ label, value }) => ({
      // In points, since a column that grew with its longest word would leave the page, and its end would be cut.
      width: room,
      stack: [
        { ...plain(label), color: DIM },
        {
          ...strong(value),
          fontSize,
          wordBreak: /** @type {const} */ ('break-all'),
        },
      ],
    })),
    columnGap: CELL_GAP,
    margin: [0, 8, 0, 8],
  };
}

/** @param {PdfCell} cell */
const linesOf = (cell) => (typeof cell === 'string' ? [{ text: cell }] : cell);

/** @param {PdfCell} cell */
const countDecimals = (cell) =>
  Math.min((/\.(\d+)$/.exec(linesOf(cell)[0]?.text ?? '')?.[1] ?? '').length, MAX_ALIGNED_DECIMALS);

/** @type {(table: Extract<PdfBlock, { kind: 'table' }>, width: number) => Content} */
function layOutTable({ columns, rows, totals = [] }, width) {
  const shares = columns.reduce((sum, column) => sum + column.width, 0);
  const room = width - columns.length * CELL_GAP;
  const widths = columns.map((column) => (room * column.width) / shares);
  const all = [...rows, ...totals];
  const decimals = columns.map(({ isAmount }, index) =>
    isAmount ? all.reduce((most, row) => Math.max(most, countDecimals(row[index] ?? '')), 0) : 0,
  );
  /** @type {(column: number, isCode?: boolean) => Face} */
  const faceOf = (column, isCode) => (isCode || columns[column]?.isAmount ? FACES.mono : FACES.sans);
  /** @type {(row: readonly PdfCell[], format: typeof plain) => Content[]} */
  const writeRow = (row, format) =>
    columns.map(({ isAmount }, index) => {
      const cell = row[index] ?? '';
      // The point is one more digit wide than the decimals.
      const missing = (decimals[index] || -1) - (countDecimals(cell) || -1);
      return {
        stack: linesOf(cell).map(({ text, isCode, isMuted }) => ({
          ...format(text, faceOf(index, isCode)),
          ...(isMuted && { color: DIM }),
          ...(isCode && { wordBreak: /** @type {const} */ ('break-all') }),
        })),
        ...(isAmount && { alignment: /** @type {const} */ ('right'), margin: [0, 0, missing * DIGIT_WIDTH, 0] }),
      };
    });
  const isHigh = all.some((row) =>
    row.some((cell, index) => {
      const lines = linesOf(cell).map(({ text, isCode }) => printable(text, faceOf(index, isCode)));
      return mayFillPage(lines.join(' '), widths[index] ?? 0, TABLE_FONT_SIZE);
    }),
  );
  const body = [
    columns.map(({ title, isAmount }) => ({
      ...strong(title),
      color: DIM,
      ...(isAmount && { alignment: /** @type {const} */ ('right') }),
    })),
    ...rows.map((row) => writeRow(row, plain)),
    ...totals.map((row) => writeRow(row, (text, face) => (face === FACES.mono ? strong(text, face) : strong(text)))),
  ];
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: !isHigh,
      widths,
      body,
    },
    layout: onlyLinesBetween,
    fontSize: TABLE_FONT_SIZE,
    margin: [0, 6, 0, 6],
  };
}

/** @type {(issuer: import('../lib/documents/pdf-document').Letterhead) => Content} */
function layOutLetterhead({ name, address }) {
  const lines = [{ ...strong(name), fontSize: 11 }, ...address.map((line) => ({ ...plain(line), color: DIM }))];
  return {
    columns: [
      { stack: lines, width: '*' },
      { svg: MARK, width: MARK_SIZE },
    ],
    margin: [0, 0, 0, 22],
  };
}

/** @param {PdfDocument} document @returns {Promise<Buffer>} */
async function createPdf({ title, issuer, createdAt, orientation = 'portrait', blocks, footer }) {
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((file) => Object.values(FILES).includes(file));
  pdfmake.setFonts({
    Geist: { normal: FILES.regular, bold: FILES.bold },
    'Geist Mono': { normal: FILES.mono, bold: FILES.boldMono },
  });
  const date = new Date(createdAt);
  const width = PAGE_WIDTH[orientation] - 2 * MARGIN;
  return pdfmake
    .createPdf({
      pageSize: 'A4',
      pageOrientation: orientation,
      pageMargins: [MARGIN, MARGIN, MARGIN, MARGIN + 10],
      language: 'en-GB',
      displayTitle: true,
      info: {
        title: printable(title, FACES.sans),
        author: printable(issuer?.name ?? '', FACES.sans),
        creator: 'Countersign',
        producer: 'Countersign',
        creationDate: date,
        modDate: date,
      },
      defaultStyle: { font: 'Geist', fontSize: FONT_SIZE, color: INK, lineHeight: 1.15 },
      footer: (page, pages) => ({
        columns: [plain(footer), { ...plain(`Page ${page} of ${pages}`), alignment: 'right', width: 80 }],
        fontSize: 7.5,
        color: DIM,
        margin: [MARGIN, 8, MARGIN, 0],
      }),
      content: [
        ...(issuer === undefined ? [] : [layOutLetterhead(issuer)]),
        { ...strong(title), fontSize: 16, margin: [0, 2, 0, 8] },
        ...blocks.map((block) => layOut(block, width)),
      ],
    })
    .getBuffer();
}

const bytes = await createPdf(workerData);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread, not a window.
parentPort?.postMessage(new Uint8Array(bytes));
