// Workbooks made by hand, byte for byte what a test says they are.
import { crc32, deflateRawSync } from 'node:zlib';

/** A part of a ZIP file. What it claims may differ from what it has. */
export interface ZipPart {
  name: string;
  content: string | Uint8Array;
  isStored?: boolean;
  /** The size that the central directory claims. */
  claimedSize?: number;
  /** The content as it is packed, where it is not to be packed here. */
  packed?: Uint8Array;
  flags?: number;
}

/** Writes a ZIP file. */
export function writeZip(parts: readonly ZipPart[]): Uint8Array<ArrayBuffer> {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const { name, content, isStored = false, claimedSize, packed, flags = 0 } of parts) {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : Buffer.from(content);
    const data = packed ?? (isStored ? bytes : deflateRawSync(bytes));
    const named = Buffer.from(name, 'utf8');
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(isStored ? 0 : 8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(claimedSize ?? bytes.length, 18);
    fields.writeUInt16LE(named.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, named, data]);
    const offset = Buffer.alloc(14);
    offset.writeUInt32LE(at, 10);
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0', 'latin1'), fields, offset, named]));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...locals, directory, end]));
}

interface SampleSheet {
  name: string;
  /** The elements of the worksheet: `<sheetData>` and what is beside it. */
  xml: string;
  state?: 'hidden' | 'veryHidden';
}

interface SampleWorkbook {
  sheets: readonly SampleSheet[];
  /** Elements of the shared texts: `<si>…</si>`. */
  strings?: string;
  /** Codes of number formats; a cell has format n by s="n + 1". */
  formats?: readonly string[];
  is1904?: boolean;
  isStored?: boolean;
  /** Parts that replace those of the same name, or are added. */
  parts?: readonly ZipPart[];
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Writes a workbook with the parts that Excel writes. */
export function writeSampleWorkbook(workbook: SampleWorkbook): Uint8Array<ArrayBuffer> {
  const { sheets, strings = '', formats = [], is1904 = false, isStored = false, parts = [] } = workbook;
  const all: Record<string, string> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${sheets
      .map(
        ({ name, state }, index) =>
          `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_sheet, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const),
      ['sharedStrings', 'sharedStrings.xml'],
      ['styles', '/xl/styles.xml'],
    ]),
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts>${formats
      .map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escapeXml(code)}"/>`)
      .join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats
      .map((_code, index) => `<xf numFmtId="${164 + index}"/>`)
      .join('')}</cellXfs></styleSheet>`,
  };
  for (const [index, { xml }] of sheets.entries())
    all[`xl/worksheets/sheet${index + 1}.xml`] = `<worksheet xmlns="${MAIN}">${xml}</worksheet>`;
  const written = Object.entries(all).map(([name, content]) => ({ name, content: DECLARATION + content, isStored }));
  const others = new Set(parts.map(({ name }) => name));
  return writeZip([...written.filter(({ name }) => !others.has(name)), ...parts]);
}

/** A cell of text, or a number in the digits that the file is to have. */
type SampleCell = string | { digits: string };

/** Writes rows as the elements of a sheet, from row `first` on. */
export function sampleRows(
  rows: readonly (readonly SampleCell[])[],
  { first = 1, isHidden = false }: { first?: number; isHidden?: boolean } = {},
): string {
  return rows
    .map(
      (cells, index) =>
        `<row r="${first + index}"${isHidden ? ' hidden="1"' : ''}>${cells.map(sampleCell).join('')}</row>`,
    )
    .join('');
}

function sampleCell(cell: SampleCell): string {
  return typeof cell === 'string'
    ? `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`
    : `<c><v>${cell.digits}</v></c>`;
}

function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  return `<Relationships xmlns="${RELATIONS}">${targets
    .map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;
}

/** Writes a text as XML, with the escapes of workbooks for what XML cannot hold. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(
      // oxlint-disable-next-line no-control-regex -- XML cannot hold them.
      /[\0-\x1F\uFFFE\uFFFF]/g,
      (letter) => `_x${letter.charCodeAt(0).toString(16).padStart(4, '0')}_`,
    );
}
