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

function chunkOf(type: string, content: Buffer): Buffer {
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

/** One sample of each type that a request takes. */
export const SAMPLE_FILES = {
  'application/pdf': samplePdf(),
  'image/png': samplePng(),
  'image/jpeg': Buffer.from(JPEG, 'base64'),
};
