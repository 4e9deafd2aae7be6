import { damaged, UnreadableWorkbook } from '@/lib/sheets/workbook/unreadable';

export type Attributes = ReadonlyMap<string, string>;

/** What a reader of XML is called with. `path`: the local names of the open elements, this one last. */
export interface XmlHandler {
  open?: (path: readonly string[], attributes: Attributes) => void;
  text?: (path: readonly string[], text: string) => void;
  close?: (path: readonly string[]) => void;
}

const MAX_DEPTH = 64;
// Read in about a second. A sheet that can be imported has a tenth of that.
const MAX_ELEMENTS = 2_000_000;
const NAME = /[^\s/>=<"'&!?]+/y;
const ATTRIBUTE = /\s+([^\s/>=<"'&]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const TAG_END = /\s*(\/?)>/y;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
// https://www.w3.org/TR/xml/#charsets
// oxlint-disable-next-line no-control-regex -- they are what is looked for.
const FORBIDDEN = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/;
const NO_ATTRIBUTES: Attributes = new Map();

/**
 * Reads a part of a workbook: XML 1.0 in UTF-8 without a document type, so without entities of its own. Names lose
 * their prefix. Strict: elements must nest, attributes be quoted. Throws an UnreadableWorkbook.
 */
export function readXml(bytes: Uint8Array, handler: XmlHandler): void {
  const xml = decode(bytes);
  const path: string[] = [];
  let hasRoot = false;
  let elements = 0;
  let at = 0;
  while (at < xml.length) {
    const start = xml.indexOf('<', at);
    const text = xml.slice(at, start === -1 ? undefined : start);
    if (path.length > 0) {
      if (text !== '') handler.text?.(path, decodeText(text));
    } else if (text.trim() !== '') throw notXml();
    if (start === -1) break;
    if (xml.startsWith('<!--', start)) at = endOf(xml, '-->', start + 4);
    else if (xml.startsWith('<?', start)) at = endOf(xml, '?>', start + 2);
    else if (xml.startsWith('<![CDATA[', start) && path.length > 0) {
      at = endOf(xml, ']]>', start + 9);
      handler.text?.(path, xml.slice(start + 9, at - 3));
    } else if (xml.startsWith('<!', start))
      throw new UnreadableWorkbook(
        'The workbook has a document type or entities of its own, which no spreadsheet writes. ' +
          'Save it again as .xlsx in a spreadsheet, or paste the cells.',
      );
    else if (xml.startsWith('</', start)) {
      const [name, next] = readName(xml, start + 2);
      if (path.at(-1) !== name) throw notXml();
      at = match(TAG_END, xml, next, ([, slash]) => slash === '');
      handler.close?.(path);
      path.pop();
    } else {
      if (path.length === 0 && hasRoot) throw notXml();
      hasRoot = true;
      elements += 1;
      if (elements > MAX_ELEMENTS) throw tooMany();
      const [name, next] = readName(xml, start + 1);
      path.push(name);
      if (path.length > MAX_DEPTH) throw notXml();
      const [attributes, end] = readAttributes(xml, next);
      let isEmpty = false;
      at = match(TAG_END, xml, end, ([, slash]) => {
        isEmpty = slash === '/';
        return true;
      });
      handler.open?.(path, attributes);
      if (isEmpty) {
        handler.close?.(path);
        path.pop();
      }
    }
  }
  if (!hasRoot || path.length > 0) throw notXml();
}

function decode(bytes: Uint8Array): string {
  let xml: string;
  try {
    xml = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw damaged('a part is not UTF-8');
  }
  if (FORBIDDEN.test(xml)) throw damaged('a part has characters that XML does not allow');
  // https://www.w3.org/TR/xml/#sec-line-ends
  return xml.includes('\r') ? xml.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : xml;
}

/** Replaces references to the five predefined entities and to characters by their number; refuses every other. */
function decodeText(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&([^;&]{0,12};)?/g, (_reference, name: string | undefined) => {
    const entity = ENTITIES[name?.slice(0, -1) ?? ''];
    if (entity !== undefined) return entity;
    const [, hex, decimal] = /^#(?:x([\da-f]+)|(\d+));$/i.exec(name ?? '') ?? [];
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    const character = isCharacter ? String.fromCodePoint(code) : '\0';
    if (FORBIDDEN.test(character)) throw notXml();
    return character;
  });
}

function readName(xml: string, at: number): [string, number] {
  NAME.lastIndex = at;
  const [name] = NAME.exec(xml) ?? [];
  if (name === undefined) throw notXml();
  return [name.slice(name.indexOf(':') + 1), at + name.length];
}

function readAttributes(xml: string, start: number): [Attributes, number] {
  let attributes: Map<string, string> | undefined;
  let at = start;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const found = ATTRIBUTE.exec(xml);
    if (!found) return [attributes ?? NO_ATTRIBUTES, at];
    const [whole, name = '', double, single] = found;
    attributes ??= new Map();
    if (attributes.has(name)) throw notXml();
    attributes.set(name, decodeText(double ?? single ?? ''));
    at += whole.length;
  }
}

function match(pattern: RegExp, xml: string, at: number, accepts: (found: RegExpExecArray) => boolean): number {
  pattern.lastIndex = at;
  const found = pattern.exec(xml);
  if (!found || !accepts(found)) throw notXml();
  return pattern.lastIndex;
}

function endOf(xml: string, mark: string, from: number): number {
  const end = xml.indexOf(mark, from);
  if (end === -1) throw notXml();
  return end + mark.length;
}

function tooMany(): UnreadableWorkbook {
  return new UnreadableWorkbook(
    'The workbook has too many cells. Copy the table to a workbook of its own, or paste the cells.',
  );
}

function notXml(): UnreadableWorkbook {
  return damaged('a part is not well-formed XML');
}
