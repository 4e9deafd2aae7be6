import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { lookThroughPdf } from '@/server/look-through-pdf.mjs';
import { samplePdf, sampleScan } from '@/scripts/stack/sample-files';

const pdf = (...objects: (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects.map((object) => Buffer.from(object as string, 'latin1')),
    Buffer.from('\n%%EOF'),
  ]);

/** An object that holds others, as PDF 1.5 compresses them. */
function objectStream(
  content: string | Buffer,
  dictionary = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode',
): Buffer {
  const packed = deflateSync(content);
  return Buffer.concat([
    Buffer.from(`7 0 obj\n<< ${dictionary} /Length ${packed.length} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
}

describe('a PDF', () => {
  it.each([
    ['/S /JavaScript /JS (app.alert\\(1\\))', 'JavaScript'],
    ['/S /J#61vaScript', 'JavaScript'],
    ['/#4a#53 12 0 R', 'JavaScript'],
    ['/JS<feff>', 'JavaScript'],
    ['/OpenAction 5 0 R', 'OpenAction'],
    ['/Open#41ction [3 0 R /Fit]', 'OpenAction'],
    ['/AA << /O 5 0 R >>', 'AA'],
    ['/AA%comment\n<< >>', 'AA'],
    ['/S/Launch/F(cmd.exe)', 'Launch'],
    ['/Type /EmbeddedFile', 'EmbeddedFile'],
    ['/Names << /EmbeddedFiles 9 0 R >>', 'EmbeddedFile'],
    ['/EF << /F 9 0 R >>', 'EmbeddedFile'],
    ['/Subtype /RichMedia', 'RichMedia'],
    ['/RichMediaContent 4 0 R', 'RichMedia'],
    ['/XFA [(template) 4 0 R]', 'XFA'],
    ['/S /SubmitForm', 'SubmitForm'],
  ])('has what %s names, in the open and in a compressed object', (text, mark) => {
    expect(lookThroughPdf(pdf(`1 0 obj << ${text} >> endobj`))).toEqual([mark]);
    expect(lookThroughPdf(pdf(objectStream(`1 0 << ${text} >>`)))).toEqual([mark]);
    // Readers find such an object by the table alone, whatever its dictionary is called.
    expect(lookThroughPdf(pdf(objectStream(`1 0 << ${text} >>`, '/N 1 /First 4 /Filter /Fl#61teDecode')))).toEqual([
      mark,
    ]);
    expect(lookThroughPdf(pdf(objectStream(`1 0 << ${text} >>`, '/Filter /FlateDecode')))).toEqual([mark]);
  });

  it('has all that it has, once each', () => {
    const marks = lookThroughPdf(
      pdf('<< /OpenAction 1 0 R /AA << >> >> << /S /JavaScript /JS (x) >>', objectStream('1 0 /Launch')),
    );
    expect(marks.toSorted()).toEqual(['AA', 'JavaScript', 'Launch', 'OpenAction']);
  });

  it.each([
    ['an ordinary page', samplePdf()],
    ['a scan', sampleScan()],
    [
      'names that only begin or end like others',
      pdf('<< /JavaScripts 1 /JS1 2 0 R /MyLaunch 3 /AAA << >> /Names 1 0 R >>'),
    ],
    ['short names without a value, as the bytes of a picture have them', pdf('\u0090/JS\u0003\u0001/AA/x\u0001/EF)')],
    ['a compressed object without any', pdf(objectStream('1 0 << /Type /Page >>'))],
    ['an object that ends like a stream', pdf('1 0 obj << /Type /ObjStm >>\nendstream\nendobj')],
  ])('has nothing to say of %s', (_, file) => expect(lookThroughPdf(file)).toEqual([]));

  it.each([
    ['is encrypted', pdf('trailer << /Encrypt 9 0 R >>')],
    ['is encrypted by a name with escapes', pdf('trailer << /#45ncrypt 9 0 R >>')],
    [
      'has objects in another filter',
      pdf('7 0 obj << /Type /ObjStm /N 1 /First 4 /Filter /LZWDecode >>\nstream\nxxxx\nendstream'),
    ],
    [
      'has objects that are filtered twice',
      pdf(objectStream('1 0 x', '/Type /ObjStm /Filter [/ASCIIHexDecode /FlateDecode]')),
    ],
    [
      'has objects by the differences of rows',
      pdf(objectStream('1 0 x', '/Type /ObjStm /Filter /FlateDecode /DecodeParms << /Predictor 12 >>')),
    ],
    [
      'has objects that do not inflate',
      pdf('7 0 obj << /N 1 /First 4 /Filter /FlateDecode >>\nstream\nx\u009c\u0001\nendstream'),
    ],
    ['has an object that inflates without an end', pdf(objectStream(Buffer.alloc(17 * 1024 * 1024, '1 0 ')))],
    [
      'has many objects that inflate far',
      pdf(...Array.from({ length: 6 }, () => objectStream(Buffer.alloc(15 * 1024 * 1024, '1 0 ')))),
    ],
  ])('was not looked through where it %s', (_, file) => expect(lookThroughPdf(file)).toEqual(['unread']));
});
