import { deflateSync } from 'node:zlib';

// Small files that are what they say, so that a browser can show them.

/** Makes a PDF of one page with a line of text, as long as asked for. */
export function samplePdf(text = 'Invoice 4711', { size = 0 } = {}): Buffer {
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
  return writePdf(`BT /F1 24 Tf 40 120 Td (${text}) Tj ET`, { font, size });
}

/** Makes a PDF of one page with a black square, as a scanner writes it (CCITT Group 4). */
export function sampleScan(): Buffer {
  // 64 lines that are as white as the one before, the end of the block, and colours the other way round.
  const lines = Buffer.concat([Buffer.alloc(8, 0xff), Buffer.from([0x00, 0x10, 0x01])]).toString('latin1');
  const dictionary =
    '/Type /XObject /Subtype /Image /Width 64 /Height 64 /BitsPerComponent 1 /ColorSpace /DeviceGray /Decode [1 0] ' +
    '/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 64 /Rows 64 >>';
  const image = `<< ${dictionary} /Length ${lines.length} >>\nstream\n${lines}\nendstream`;
  return writePdf('q 100 0 0 100 50 50 cm /I1 Do Q', { image });
}

interface PdfParts {
  font?: string;
  image?: string;
  size?: number;
}

function writePdf(stream: string, { font = '<< >>', image = '<< >>', size = 0 }: PdfParts): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R ' +
      '/Resources << /Font << /F1 5 0 R >> /XObject << /I1 6 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    font,
    image,
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n`;
  const padding = size > 0 ? `%${' '.repeat(Math.max(0, size - body.length - table.length - 40))}\n` : '';
  const end = `startxref\n${body.length + padding.length}\n%%EOF`;
  const file = body + padding + table + end;
  // The last spaces, as the number of digits above varies.
  return Buffer.from(
    size > 0 ? file.replace('%%EOF', `${' '.repeat(Math.max(0, size - file.length))}%%EOF`) : file,
    'latin1',
  );
}

/** Makes a grey PNG of 2 by 2 points; `seed` makes different ones. */
export function samplePng(seed = 0): Buffer {
  const grey = 128 + (seed % 100);
  const image = deflateSync(Buffer.from([0, grey, grey, 0, grey, grey]));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunkOf('IHDR', Buffer.from([0, 0, 0, 2, 0, 0, 0, 2, 8, 0, 0, 0, 0])),
    chunkOf('IDAT', image),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
}

/** Writes a chunk of a PNG. */
export function chunkOf(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([head, named, sum]);
}

function crc32(content: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of content) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

// One grey point, as a baseline JPEG of minimal tables.
const JPEG =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////' +
  '////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AR//Z';

// 24 by 20 points as libjpeg writes them, with half of the colour and a restart after each row of blocks.
const SEQUENTIAL_JPEG =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4' +
  'x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAU' +
  'ABgDASEAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhBy' +
  'JxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKT' +
  'lJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAA' +
  'AAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRom' +
  'JygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExc' +
  'bHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/90ABAAC/9oADAMBAAIRAxEAPwDFt4AkDEjqMD8a3bCDbCi8fMQKeIwuhripWp28vzK1' +
  'rD/oLxgf8smY/kcf1oqqeFs2aQfNUn5W/I//0MwRtuijDH1I/l/WtiEyRh2UkmGMsAemcZ/worU6rXxP72a4mz93u0itB5n2adkZhgBPwyAf5m' +
  'ihQqpv3n97OzCpS55W6s//0aMTMbw5PTGPyrWtmYxXeTn5H/ka5q2KrW+L8F/kb1YrnX+IpWxP9iXHP8I7e4oropYuteXvdey/yOScI8i+f6H/' +
  '2Q==';
// The same with scans that refine each other.
const PROGRESSIVE_JPEG =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4' +
  'x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wgARCAAU' +
  'ABgDASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAQDAf/EABcBAAMBAAAAAAAAAAAAAAAAAAACAwT/3QAEAAL/2gAMAwEAAhADEAAAAY' +
  'rpLBsnRT//0MKzO+ApL//EAB0QAAICAQUAAAAAAAAAAAAAAAECABEhEiIxMjP/3QAEAAP/2gAIAQEAAQUCUYQYUbP/0KgsQXp//9Ed14Xx/8QA' +
  'HBEAAgEFAQAAAAAAAAAAAAAAAAECAxESITGB/90ABAAC/9oACAEDAQE/AanLEFk2z//Ql30a0f/EABkRAAIDAQAAAAAAAAAAAAAAAAACASFREf' +
  '/aAAgBAgEBPwF4jCOYf//Qd20V2uz/xAAaEAEBAAIDAAAAAAAAAAAAAAAAAQIQEWFx/90ABAAD/9oACAEBAAY/AtcdP//QkeRX/9Fkyf/EABsQ' +
  'AAIDAAMAAAAAAAAAAAAAAAABESFRYYGh/9oACAEBAAE/IYXI1Wl/kZ//0JTIXGti5TeH/9FmGfSzxH//3QAEAAL/2gAMAwEAAgADAAAAEHQ//9' +
  'AP3//EABwRAAICAgMAAAAAAAAAAAAAAAABEWEhkXGBwf/aAAgBAwEBPxB3gpbG2UaP/9BVHkKj34f/xAAaEQACAwEBAAAAAAAAAAAAAAAAAREx' +
  'QSFR/9oACAECAQE/EHEUVs//0IFs0m9L9P/EACAQAQACAQMFAQAAAAAAAAAAAAEAETEhQYFRkbHB0WH/3QAEAAP/2gAIAQEAAT8QFyZKOZjLUE' +
  '0Ebzs17n//0ChLqnj3EDFUA4ur+TS0oONg+Wf/0WK3FV2jL2/mxubZt+k//9k=';

/** JPEGs of 24 by 20 points, in the two orders of data that browsers show. */
export const SAMPLE_JPEGS = {
  sequential: Buffer.from(SEQUENTIAL_JPEG, 'base64'),
  progressive: Buffer.from(PROGRESSIVE_JPEG, 'base64'),
};

/** One sample of each type that a request takes. */
export const SAMPLE_FILES = {
  'application/pdf': samplePdf(),
  'image/png': samplePng(),
  'image/jpeg': Buffer.from(JPEG, 'base64'),
};
