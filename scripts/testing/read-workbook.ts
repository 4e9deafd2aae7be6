import { crc32, inflateRawSync } from 'node:zlib';

/** A cell of a workbook as the file has it: its type (`n` where none is given) and its text. */
export interface WorkbookCell {
  type: string;
  style: number;
  text: string;
}

/** A workbook: the texts of its parts by path, and the cells of its sheets by their reference, such as "B2". */
export interface ReadWorkbook {
  parts: Map<string, string>;
  sheets: Map<string, Map<string, WorkbookCell>>;
}

/** Reads a workbook independently of its writer. Throws where the archive or its XML is not as it must be. */
export function readWorkbook(file: Uint8Array): ReadWorkbook {
  const parts = readArchive(Buffer.from(file));
  const part = (path: string) => {
    const text = parts.get(path);
    if (text === undefined) throw new Error(`the workbook has no ${path}`);
    return text;
  };
  for (const text of parts.values()) checkWellFormed(text);
  for (const [, path = ''] of part('[Content_Types].xml').matchAll(/PartName="\/([^"]+)"/g)) part(path);
  const targets = new Map(
    [...part('xl/_rels/workbook.xml.rels').matchAll(/Id="([^"]+)"[^>]* Target="([^"]+)"/g)].map(
      ([, id = '', target = '']) => [id, `xl/${target}`],
    ),
  );
  const named = [...part('xl/workbook.xml').matchAll(/<sheet name="([^"]+)"[^>]* r:id="([^"]+)"/g)];
  const sheets = new Map(named.map(([, name = '', id = '']) => [name, readCells(part(targets.get(id) ?? ''))]));
  return { parts, sheets };
}

/** Gives the cells of a sheet as rows of texts, empty where there is no cell. */
export function rowsOf(workbook: ReadWorkbook, sheet: string): string[][] {
  const rows: string[][] = [];
  for (const [reference, { text }] of workbook.sheets.get(sheet) ?? []) {
    const [, letters = '', row = ''] = /^([A-Z]+)(\d+)$/.exec(reference) ?? [];
    const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    const cells = (rows[Number(row) - 1] ??= []);
    while (cells.length <= column) cells.push('');
    cells[column] = text;
  }
  return Array.from(rows, (cells) => cells ?? []);
}

function readArchive(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  if (end === -1) throw new Error('the archive has no end');
  const parts = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [crc, packed, size, start] = [16, 20, 24, 42].map((offset) => bytes.readUInt32LE(at + offset)) as [
      number,
      number,
      number,
      number,
    ];
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, nameEnd);
    const content = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
    const data = inflateRawSync(bytes.subarray(content, content + packed));
    if (data.length !== size || crc32(data) !== crc) throw new Error(`${name} does not have its size and CRC-32`);
    // The sizes behind the content, which readers of streams go by.
    const behind = content + packed;
    if (bytes.readUInt32LE(behind) !== 0x08_07_4b_50 || bytes.readUInt32LE(behind + 12) !== size)
      throw new Error(`${name} has no descriptor`);
    if (parts.has(name)) throw new Error(`${name} is there twice`);
    parts.set(name, new TextDecoder('utf-8', { fatal: true }).decode(data));
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return parts;
}

const TOKEN = /<\?xml[^>]*\?>|<(\/?)([A-Za-z][\w:]*)((?: [\w:]+="[^"<&]*")*)(\/?)>|[^<>&]+|&(?:amp|lt|gt);/gy;
// oxlint-disable-next-line no-control-regex -- what XML does not have
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;

/** Throws where a text is not well-formed XML of elements, double-quoted attributes and the three entities. */
function checkWellFormed(xml: string): void {
  if (FORBIDDEN.test(xml)) throw new Error('XML with a forbidden character');
  const open: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < xml.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(xml);
    if (!token) throw new Error(`XML that is not well-formed: ${xml.slice(at, at + 80)}`);
    const [, isEnd, name = '', , isEmpty] = token;
    if (name === '' || isEmpty) continue;
    if (!isEnd) open.push(name);
    else if (open.pop() !== name) throw new Error(`XML closes ${name} where it is not open`);
  }
  if (open.length > 0) throw new Error(`XML does not close ${open.join(', ')}`);
}

const CELL = /<c r="([A-Z]+\d+)"(?: s="(\d+)")?(?: t="(\w+)")?>(.*?)<\/c>/gs;

function readCells(xml: string): Map<string, WorkbookCell> {
  const cells = new Map<string, WorkbookCell>();
  for (const [, reference = '', style = '0', type = 'n', content = ''] of xml.matchAll(CELL)) {
    if (cells.has(reference)) throw new Error(`${reference} is there twice`);
    cells.set(reference, { type, style: Number(style), text: readContent(type, content) });
  }
  if (xml.split('<c ').length - 1 !== cells.size) throw new Error('a sheet has cells of another form');
  return cells;
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

function readContent(type: string, content: string): string {
  const value = /^<v>([^<]*)<\/v>$/.exec(content)?.[1];
  if (type === 'n' && value !== undefined) return value;
  const [, isPreserved, text] = /^<is><t( xml:space="preserve")?>([^<]*)<\/t><\/is>$/.exec(content) ?? [];
  if (type !== 'inlineStr' || text === undefined) throw new Error(`a cell is neither number nor text: ${content}`);
  // As XML reads line ends, and a spreadsheet drops spaces at the ends unless they are preserved.
  const read = text.replaceAll(/\r\n?/g, '\n').replaceAll(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity);
  return (isPreserved ? read : read.trim()).replaceAll(/_x([\dA-Fa-f]{4})_/g, (_escape, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
