import type { Archive } from '@/lib/sheets/workbook/zip';
import { formatOf, type NumberFormat } from '@/lib/sheets/workbook/number-format';
import { damaged, UnreadableWorkbook } from '@/lib/sheets/workbook/unreadable';
import { readXml } from '@/lib/sheets/workbook/xml';

/** What a part refers to: other parts by ID. */
interface Relation {
  type: string;
  target: string;
  isExternal: boolean;
}

/** A sheet as the list of sheets names it. */
export interface SheetEntry {
  name: string;
  isHidden: boolean;
  /** Name of its part; undefined for a chart or a dialog, which has no cells. */
  part: string | undefined;
}

/** The list of sheets and what all of them share. */
export interface WorkbookParts {
  sheets: SheetEntry[];
  is1904: boolean;
  /** The texts that cells share, in order. */
  strings: readonly string[];
  /** Number formats by the style of a cell. */
  formats: readonly NumberFormat[];
}

const MAX_SHEETS = 100;

/** Reads the list of sheets, the shared texts and the styles of a workbook. Throws an UnreadableWorkbook. */
export async function readParts(archive: Archive): Promise<WorkbookParts> {
  const root = [...(await readRelations(archive, '')).values()].find(({ type }) => type === 'officeDocument');
  if (!root || root.isExternal) throw damaged('it does not say where its sheets are');
  if (root.target.toLowerCase().endsWith('.bin'))
    throw new UnreadableWorkbook(
      'This is a binary workbook (.xlsb). Save it as an Excel workbook (.xlsx) and choose that file, or paste the cells.',
    );
  const relations = await readRelations(archive, root.target);
  const partOf = (wanted: string) => [...relations.values()].find(({ type }) => type === wanted)?.target;
  const { sheets, is1904 } = await readSheetList(archive, root.target, relations);
  return {
    sheets,
    is1904,
    strings: await readStrings(archive, partOf('sharedStrings')),
    formats: await readFormats(archive, partOf('styles')),
  };
}

/** Reads a part that must be there. */
export async function readPart(archive: Archive, name: string): Promise<Uint8Array> {
  const part = await archive.read(name);
  if (!part) throw damaged('one of its parts is missing');
  return part;
}

async function readRelations(archive: Archive, part: string): Promise<Map<string, Relation>> {
  const slash = part.lastIndexOf('/') + 1;
  const [folder, file] = [part.slice(0, slash), part.slice(slash)];
  const relations = new Map<string, Relation>();
  readXml(await readPart(archive, `${folder}_rels/${file}.rels`), {
    open: (path, attributes) => {
      if (path.length !== 2 || path[1] !== 'Relationship') return;
      const type = attributes.get('Type') ?? '';
      relations.set(attributes.get('Id') ?? '', {
        type: type.slice(type.lastIndexOf('/') + 1),
        target: resolveTarget(folder, attributes.get('Target') ?? ''),
        isExternal: attributes.get('TargetMode') === 'External',
      });
    },
  });
  return relations;
}

function resolveTarget(folder: string, target: string): string {
  const steps: string[] = [];
  for (const step of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

async function readSheetList(
  archive: Archive,
  part: string,
  relations: ReadonlyMap<string, Relation>,
): Promise<Pick<WorkbookParts, 'sheets' | 'is1904'>> {
  const sheets: SheetEntry[] = [];
  let is1904 = false;
  readXml(await readPart(archive, part), {
    open: (path, attributes) => {
      if (path.length === 2 && path[1] === 'workbookPr') is1904 = isTrue(attributes.get('date1904'));
      if (path.length !== 3 || path[1] !== 'sheets' || path[2] !== 'sheet') return;
      const [, id] = [...attributes].find(([name]) => name.endsWith(':id')) ?? [];
      const relation = relations.get(id ?? '');
      if (!relation) throw damaged('it lists a sheet that it does not have');
      if (relation.isExternal)
        throw new UnreadableWorkbook(
          'The workbook takes a sheet from another file. Copy the sheet to a workbook of its own, or paste the cells.',
        );
      const state = attributes.get('state') ?? 'visible';
      const isWorksheet = relation.type === 'worksheet';
      sheets.push({
        name: attributes.get('name') ?? '',
        isHidden: state !== 'visible',
        part: isWorksheet ? relation.target : undefined,
      });
    },
  });
  if (sheets.length > MAX_SHEETS)
    throw new UnreadableWorkbook(
      `The workbook has more than ${MAX_SHEETS} sheets. Copy the sheet to a workbook of its own, or paste the cells.`,
    );
  return { sheets, is1904 };
}

async function readStrings(archive: Archive, part: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (part === undefined) return strings;
  readXml(await readPart(archive, part), {
    open: (path) => {
      if (path.length === 2 && path[1] === 'si') strings.push('');
    },
    text: (path, text) => {
      if (isStringText(path, 1)) strings[strings.length - 1] += text;
    },
  });
  return strings.map(decodeEscapes);
}

/** Tells whether a path ends in the text of a string at this depth: plain or of a run, but no phonetic reading. */
export function isStringText(path: readonly string[], depth: number): boolean {
  const rest = path.length - depth;
  return path.at(-1) === 't' && (rest === 2 || (rest === 3 && path.at(-2) === 'r'));
}

/** Decodes characters that XML cannot hold, which a workbook writes as “_x000D_” (ECMA-376, 22.9.2.19). */
export function decodeEscapes(text: string): string {
  return text.includes('_x')
    ? text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}

async function readFormats(archive: Archive, part: string | undefined): Promise<NumberFormat[]> {
  if (part === undefined) return [];
  const codes = new Map<number, string>();
  const ids: number[] = [];
  readXml(await readPart(archive, part), {
    open: (path, attributes) => {
      if (path.length !== 3) return;
      if (path[1] === 'numFmts' && path[2] === 'numFmt')
        codes.set(Number(attributes.get('numFmtId')), attributes.get('formatCode') ?? '');
      if (path[1] === 'cellXfs' && path[2] === 'xf') ids.push(Number(attributes.get('numFmtId') ?? 0));
    },
  });
  const formats = new Map([...new Set(ids)].map((id) => [id, formatOf(id, codes)]));
  return ids.flatMap((id) => formats.get(id) ?? []);
}

/** Reads a boolean attribute. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
