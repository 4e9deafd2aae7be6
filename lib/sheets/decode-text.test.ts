import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeChosen, decodeText } from '@/lib/sheets/decode-text';
import { readFileKind } from '@/lib/sheets/file-kind';

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const ascii = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const wide = (text: string, isBig = false) => {
  const bytes = Buffer.from(text, 'utf16le');
  return Uint8Array.from(isBig ? bytes.swap16() : bytes);
};
const asked = (bytes: Uint8Array) => {
  const found = decodeText(bytes);
  return found.ok && found.value.kind === 'ask' ? found.value.encodings : found;
};

describe('a file of text', () => {
  it.each([
    ['UTF-8', Buffer.from('Name\nMüller')],
    ['UTF-8 with its mark', Buffer.from('\uFEFFName\nMüller')],
    ['UTF-16 with its mark', wide('\uFEFFName\nMüller')],
    ['UTF-16 of the other byte order with its mark', wide('\uFEFFName\nMüller', true)],
  ])('in %s is read without a question', (_what, bytes) =>
    expect(decodeText(Uint8Array.from(bytes))).toEqual({ ok: true, value: { kind: 'text', text: 'Name\nMüller' } }),
  );

  it('in UTF-16 without a mark is read where it is all ASCII, and asked about otherwise', () => {
    expect(decodeText(wide('Name;Ref\r\na;b', true))).toEqual({
      ok: true,
      value: { kind: 'text', text: 'Name;Ref\r\na;b' },
    });
    expect(asked(wide('Name\nMüller'))).toContainEqual(
      expect.objectContaining({ id: 'utf-16le', samples: ['Müller'] }),
    );
  });

  // Each made with Python's codecs.
  it.each([
    ['windows-1252', 'Müller & Søn', '4d fc 6c 6c 65 72 20 26 20 53 f8 6e'],
    ['windows-1252', '“50 €”', '93 35 30 20 80 94'],
    ['windows-1250', 'Łódź', 'a3 f3 64 9f'],
    ['windows-1251', 'Иванов', 'c8 e2 e0 ed ee e2'],
    ['gb18030', '王小明', 'cd f5 d0 a1 c3 f7'],
    ['shift_jis', '東京', '93 8c 8b 9e'],
    ['macintosh', 'Müller', '4d 9f 6c 6c 65 72'],
  ])('in %s is asked about, with “%s” among the readings', (id, text, hex) => {
    const bytes = Uint8Array.from([...ascii('Name,Ref\n'), ...bytesOf(hex), ...ascii(',r-1\n')]);
    const encodings = asked(bytes);
    expect(encodings).toContainEqual(expect.objectContaining({ id, samples: [text] }));
    expect(Array.isArray(encodings) && encodings.length).toBeLessThanOrEqual(6);
    expect(decodeChosen(bytes, id)).toBe(`Name,Ref\n${text},r-1\n`);
  });

  it('shows the cells that tell the readings apart, the same ones for each', () => {
    const cells = ['K\u00F6ln', 'K\u00F6ln', 'D\u00FCren', 'B\u00E4r', 'S\u00F8n'];
    const encodings = asked(ascii(cells.join(';')));
    expect(Array.isArray(encodings) && encodings[0]).toEqual({
      id: 'windows-1252',
      label: 'Western European (windows-1252)',
      samples: expect.arrayContaining(['Søn']),
    });
    const readings = Array.isArray(encodings) ? encodings.map(({ samples }) => samples.join()) : [];
    expect(new Set(readings).size).toBe(readings.length);
  });

  it.each([
    ['bytes that are no text', bytesOf('01 02 03 ff'), 'has no text'],
    ['zeros in the middle of letters', bytesOf('41 42 00 43 c3 28 01'), 'has no text'],
    ['a mark that lies', bytesOf('ef bb bf ff 41'), 'not all Unicode'],
    ['what a wrong conversion leaves', Uint8Array.from(Buffer.from('a\u0096b\uE000')), 'stand for none'],
  ])('is refused for %s', (_what, bytes, sentence) =>
    expect(decodeText(bytes)).toEqual({ ok: false, error: expect.stringContaining(sentence) }),
  );

  it('is a text, a question with readings or a sentence, whatever its bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const given = Uint8Array.from(bytes);
        readFileKind(given);
        const found = decodeText(given);
        if (!found.ok) expect(found.error).toMatch(/\.$/);
        else if (found.value.kind === 'ask')
          for (const { id, samples } of found.value.encodings) {
            expect(decodeChosen(given, id)).not.toMatch(/[\u0080-\u009F\uFFFD]/);
            expect(samples.length).toBeLessThanOrEqual(6);
          }
      }),
    );
  });
});

describe('a file is', () => {
  const compound = (inside: string) => Uint8Array.from([...bytesOf('d0cf11e0a1b11ae1'), ...wide(inside)]);
  it.each([
    ['old Excel', compound('Workbook'), 'old Excel (.xls)'],
    ['old Excel without a container', bytesOf('0908100000060500'), 'old Excel (.xls)'],
    ['a workbook with a password', compound('EncryptedPackage'), 'has a password'],
    ['a document', compound('WordDocument'), 'a document'],
    ['a page', ascii('\r\n<html xmlns:x="x"><table>'), 'a web page'],
    ['a page as a mail', ascii('MIME-Version: 1.0\r\n'), 'a web page'],
    ['a page in UTF-16', wide('\uFEFF<table>'), 'a web page'],
    ['Excel 2003', ascii('<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>'), 'Excel 2003'],
    ['XML', ascii('<?xml version="1.0"?><Document/>'), 'This is XML'],
    ['a PDF', ascii('%PDF-1.7'), 'This is a PDF'],
    ['a picture', bytesOf('89504e470d0a'), 'This is a picture'],
    ['RTF', ascii('{\\rtf1'), 'a document'],
    ['compressed', bytesOf('1f8b0800'), 'gzip'],
  ])('named as what it is: %s', (_what, bytes, sentence) => {
    const found = readFileKind(bytes);
    expect(found).toEqual({ kind: 'refused', reason: expect.stringContaining(sentence) });
    expect(found.kind === 'refused' && found.reason).toMatch(/(?:paste|type|Unpack|Remove).*\.$/);
  });

  it('text, or a workbook, by its content', () => {
    expect(readFileKind(ascii('PK\u0003\u0004'))).toEqual({ kind: 'zip' });
    for (const text of ['', 'Name,Ref', '<5 USDC;x']) expect(readFileKind(ascii(text))).toEqual({ kind: 'text' });
  });
});
