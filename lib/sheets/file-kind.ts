/** What a file begins as: a ZIP, which a workbook is; something to refuse, with the sentence that says so; or text. */
export type FileKind = { kind: 'zip' } | { kind: 'refused'; reason: string } | { kind: 'text' };

const SAVE_AS = 'Save it as an Excel workbook (.xlsx) and choose that file, or paste the cells.';
const WEB_PAGE = `This is a web page, whatever its name ends in. Open it in a spreadsheet. ${SAVE_AS}`;

// The first bytes of files that people take for sheets, and what to do about each.
const BINARY: readonly (readonly [mark: readonly number[], reason: string])[] = [
  [[0x09, 0x08], `This is a workbook of an old Excel (.xls). ${SAVE_AS}`],
  [[0x09, 0x04], `This is a workbook of an old Excel (.xls). ${SAVE_AS}`],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF. Choose the workbook or CSV file that it was made from, or type the rows.'],
  [[0x1f, 0x8b], 'This is a compressed file (gzip). Unpack it and choose the file that is in it.'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'This is a 7z archive. Unpack it and choose the workbook or CSV file that is in it.'],
  [[0x52, 0x61, 0x72, 0x21], 'This is a RAR archive. Unpack it and choose the workbook or CSV file that is in it.'],
  [[0x89, 0x50, 0x4e, 0x47], 'This is a picture. Choose the workbook or CSV file, or type the rows.'],
  [[0xff, 0xd8, 0xff], 'This is a picture. Choose the workbook or CSV file, or type the rows.'],
];
// https://learn.microsoft.com/en-us/openspecs/windows_protocols/ms-cfb
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];
const ZIP = [0x50, 0x4b];
const BEGINNING = 2_000;

/** Says what a file is by its content, whatever its name. */
export function readFileKind(bytes: Uint8Array): FileKind {
  const startsWith = (mark: readonly number[]) => mark.every((byte, index) => bytes[index] === byte);
  if (startsWith(ZIP)) return { kind: 'zip' };
  if (startsWith(COMPOUND)) return { kind: 'refused', reason: explainCompound(bytes) };
  const [, reason] = BINARY.find(([mark]) => startsWith(mark)) ?? [];
  if (reason !== undefined) return { kind: 'refused', reason };
  const markup = explainMarkup(bytes);
  return markup === undefined ? { kind: 'text' } : { kind: 'refused', reason: markup };
}

/** Old Excel and a workbook with a password lie in the same container; the names in it are UTF-16. */
function explainCompound(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-16le').decode(bytes);
  if (text.includes('EncryptedPackage'))
    return 'The workbook has a password. Remove it in the spreadsheet and save the workbook again, or paste the cells.';
  return text.includes('WordDocument')
    ? 'This is a document, not a sheet. Choose an Excel workbook (.xlsx) or a CSV file, or paste the cells.'
    : `This is a workbook of an old Excel (.xls). ${SAVE_AS}`;
}

/** Explains a text that is a page or a document, as banks and reports name `.xls`; undefined for any other. */
function explainMarkup(bytes: Uint8Array): string | undefined {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, BEGINNING)).replaceAll('\0', '');
  const text = beginning.replace(/^[^ -~]{0,3}/, '').trimStart();
  if (text.startsWith('{\\rtf'))
    return 'This is a document, not a sheet. Choose an Excel workbook (.xlsx) or a CSV file, or paste the cells.';
  if (/^mime-version:/i.test(text)) return WEB_PAGE;
  if (!text.startsWith('<')) return undefined;
  if (/urn:schemas-microsoft-com:office:spreadsheet|progid="Excel\.Sheet"/.test(text))
    return `This is a workbook as XML (Excel 2003). Open it in a spreadsheet. ${SAVE_AS}`;
  if (/<(?:!doctype html|html|head|meta|body|table|style|div)\b/i.test(text)) return WEB_PAGE;
  return text.startsWith('<?xml') ? `This is XML, not a sheet. Open it in a spreadsheet. ${SAVE_AS}` : undefined;
}
