import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJpegFault } from '@/server/check-jpeg.mjs';
import { SAMPLE_FILES, SAMPLE_JPEGS, samplePdf } from '@/scripts/stack/sample-files';

const faultOf = (file: Buffer) => findJpegFault(file, 40_000_000);
const { sequential, progressive } = SAMPLE_JPEGS;
const ORDERS = Object.keys(SAMPLE_JPEGS) as (keyof typeof SAMPLE_JPEGS)[];
const END = Buffer.from([0xff, 0xd9]);

/** Finds a marker, from the start or from a place on. */
const find = (file: Buffer, marker: number, from = 0) => file.indexOf(Buffer.from([0xff, marker]), from);

/** Replaces bytes at so many places behind a marker. */
function change(file: Buffer, marker: number, offset: number, ...bytes: number[]): Buffer {
  const changed = Buffer.from(file);
  changed.set(bytes, find(file, marker) + offset);
  return changed;
}

const FRAME = { sequential: 0xc0, progressive: 0xc2 } as const;

describe('a JPEG', () => {
  it.each(ORDERS)('is whole: %s', (order) => expect(faultOf(SAMPLE_JPEGS[order])).toBeUndefined());
  it('is whole: of one grey point', () => expect(faultOf(SAMPLE_FILES['image/jpeg'])).toBeUndefined());

  it.each(ORDERS)('is refused wherever it is cut off, though it gets an end: %s', (order) => {
    const file = SAMPLE_JPEGS[order];
    for (let length = 2; length < file.length - 2; length += 1) {
      const cut = file.subarray(0, length);
      expect(faultOf(cut), `${length} bytes`).toBe('broken');
      const ended = faultOf(Buffer.concat([cut, END]));
      // Scans that refine a progressive picture may be left out: it is whole without them, and coarser.
      const isWithoutAll = order === 'sequential' ? file.length - 4 : find(file, 0xc4, find(file, 0xda)) - 4;
      // The last bits of a scan may be filling.
      if (length < isWithoutAll) expect(ended, `${length} bytes and an end`).toBe('broken');
    }
  });

  it.each(ORDERS)('is refused by its header alone where it has too many points: %s', (order) => {
    expect(faultOf(change(SAMPLE_JPEGS[order], FRAME[order], 5, 0xff, 0xff, 0xff, 0xff))).toBe('too-large');
    // 40,000,000 and a little more.
    expect(faultOf(change(SAMPLE_JPEGS[order], FRAME[order], 5, 0x9c, 0x40, 0x03, 0xe9))).toBe('too-large');
    // As many as are taken, and none of them there.
    expect(faultOf(change(SAMPLE_JPEGS[order], FRAME[order], 5, 0x9c, 0x40, 0x03, 0xe8))).toBe('broken');
  });

  it.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PDF', samplePdf()],
    ['a ZIP', Buffer.from('PK\x03\x04')],
    ['another picture', sequential],
    ['a byte', Buffer.alloc(1)],
  ])('is refused with %s behind its end, and with another end behind that', (_, more) => {
    expect(faultOf(Buffer.concat([sequential, more]))).toBe('followed');
    expect(faultOf(Buffer.concat([progressive, more, END]))).toBe('followed');
  });

  it.each([
    ['arithmetic coding', 0xc9],
    ['no loss', 0xc3],
    ['a hierarchy', 0xc5],
  ])('is refused with %s, which no browser shows', (_, marker) => {
    expect(faultOf(change(sequential, 0xc0, 1, marker))).toBe('unusual');
  });

  it('is refused with twelve bits, two components, or lines that are counted later', () => {
    expect(faultOf(change(sequential, 0xc0, 4, 12))).toBe('unusual');
    expect(faultOf(change(sequential, 0xc0, 5, 0, 0))).toBe('unusual');
    expect(faultOf(change(sequential, 0xc0, 9, 2))).toBe('broken');
  });

  it('is refused with more scans than any encoder writes', () => {
    // The one that gives each brightness a bit more, which may come again and again.
    const refining = Buffer.from([0xff, 0xda, 0, 12, 3]);
    const start = progressive.indexOf(refining, find(progressive, 0xda) + 2);
    // With the number of blocks between restarts, which is another for each scan.
    const before = progressive.lastIndexOf(Buffer.from([0xff, 0xdd]), start);
    const scan = progressive.subarray(before, progressive.indexOf(Buffer.from([0xff, 0xc4]), start));
    const many = (count: number) =>
      Buffer.concat([progressive.subarray(0, -2), ...Array.from({ length: count }, () => scan), END]);
    expect(scan.length).toBeGreaterThan(20);
    expect(faultOf(many(80))).toBeUndefined();
    expect(faultOf(many(101))).toBe('broken');
  });

  it('is refused where a restart is another, and where a table is missing', () => {
    expect(faultOf(change(sequential, 0xd0, 1, 0xd3))).toBe('broken');
    const tables = find(sequential, 0xc4);
    const length = 2 + sequential.readUInt16BE(tables + 2);
    expect(faultOf(Buffer.concat([sequential.subarray(0, tables), sequential.subarray(tables + length)]))).toBe(
      'broken',
    );
  });

  it.each(ORDERS)('is never an error, and never takes long, whichever of its bytes are others: %s', (order) => {
    const file = SAMPLE_JPEGS[order];
    const changes = fc.array(fc.tuple(fc.nat(file.length - 3), fc.nat(255)), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(changes, (bytes) => {
        const changed = Buffer.from(file);
        for (const [at, byte] of bytes) changed[at + 2] = byte;
        expect([undefined, 'broken', 'unusual', 'too-large', 'followed']).toContain(faultOf(changed));
      }),
    );
  });
});
