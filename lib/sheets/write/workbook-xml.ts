import { cutCell } from '@/lib/text/csv';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The cell formats of a workbook, by their place in STYLES_XML. */
export const CELL_STYLES = { count: 0, title: 1, text: 2, amount: 3 } as const;

/**
 * The styles: bold titles, cells of text, which stay text when they are edited, and amounts with as many decimals as
 * they have.
 */
export const STYLES_XML =
  `${DECLARATION}<styleSheet xmlns="${MAIN}">` +
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="0.00################"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
  '</styleSheet>';

/** Writes the beginning of a sheet whose first row stays in view. */
export function sheetHead(columns: number, width: number): string {
  return (
    `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols><col min="1" max="${columns}" width="${width}" customWidth="1"/></cols><sheetData>`
  );
}

/** Writes the end of a sheet. Digits in the columns named, such as "A", are meant to be text. */
export function sheetEnd(textColumns: readonly string[]): string {
  const ranges = textColumns.map((letters) => `${letters}2:${letters}1048576`).join(' ');
  const ignored = ranges && `<ignoredErrors><ignoredError sqref="${ranges}" numberStoredAsText="1"/></ignoredErrors>`;
  return `</sheetData>${ignored}</worksheet>`;
}

/** Names a column of a sheet by its index: 0 is "A", 26 "AA". */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

/** Writes the content of a cell of text: never a formula, cut as CSV is, and the same characters when it is read. */
export function textContent(text: string): string {
  const cell = cutCell(text);
  if (!SPECIAL.test(cell)) return `<is><t>${cell}</t></is>`;
  return `<is><t xml:space="preserve">${cell.replaceAll(ESCAPED, escapeCharacter)}</t></is>`;
}

// Most cells have none of these, and one test is quicker than any replacement. `_x` may begin an escape; spaces in a
// row, or at an end, have to be preserved.
// oxlint-disable-next-line no-control-regex -- XML has no control characters
const SPECIAL = /[&<>\s\u0000-\u001F\uFFFE\uFFFF]|_x/;
// A text that looks like an escape has its underscore escaped (ECMA-376, ST_Xstring).
// oxlint-disable-next-line no-control-regex -- XML has no control characters
const ESCAPED = /[&<>\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|_(?=x[\dA-Fa-f]{4}_)/g;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return ENTITIES[character] ?? `_x${code}_`;
}

/** Writes the small parts of a workbook whose sheets have these names, by their paths. */
export function workbookParts(names: readonly string[]): Record<string, string> {
  const sheets = names.map((name, index) => ({ name, id: index + 1 }));
  const listed = sheets.map(({ name, id }) => `<sheet name="${name}" sheetId="${id}" r:id="rId${id}"/>`);
  return {
    '_rels/.rels': relationships([relation('rId1', 'officeDocument', 'xl/workbook.xml')]),
    'xl/styles.xml': STYLES_XML,
    'xl/workbook.xml':
      `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">` +
      `<sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ...sheets.map(({ id }) => relation(`rId${id}`, 'worksheet', sheetPath(id).slice('xl/'.length))),
      relation('styles', 'styles', 'styles.xml'),
    ]),
    '[Content_Types].xml':
      `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `${contentType('xl/workbook.xml', 'sheet.main')}${contentType('xl/styles.xml', 'styles')}` +
      `${sheets.map(({ id }) => contentType(sheetPath(id), 'worksheet')).join('')}</Types>`,
  };
}

function relationships(all: readonly string[]): string {
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
}

function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
}

function contentType(path: string, type: string): string {
  return `<Override PartName="/${path}" ContentType="${TYPES}.${type}+xml"/>`;
}

/** Gives the path of a sheet, counted from 1. */
export function sheetPath(id: number): string {
  return `xl/worksheets/sheet${id}.xml`;
}
