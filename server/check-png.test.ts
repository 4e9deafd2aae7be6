import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPngFault } from '@/server/check-png.mjs';
import { chunkOf, samplePdf, samplePng } from '@/scripts/stack/sample-files';

const MAX = 40_000_000;
const faultOf = (file: Buffer) => findPngFault(file, MAX);
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const END = chunkOf('IEND', Buffer.alloc(0));

interface Header {
  width: number;
  height: number;
  bits?: number;
  type?: number;
  interlace?: number;
}

function header({ width, height, bits = 8, type = 0, interlace = 0 }: Header): Buffer {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width);
  content.writeUInt32BE(height, 4);
  content.set([bits, type, 0, 0, interlace], 8);
  return chunkOf('IHDR', content);
}

const file = (...chunks: Buffer[]) => Buffer.concat([SIGNATURE, ...chunks]);
/** A picture whose points are so many zeros. */
const picture = (of: Header, bytes: number, ...extra: Buffer[]) =>
  file(header(of), ...extra, chunkOf('IDAT', deflateSync(Buffer.alloc(bytes))), END);

describe('a PNG', () => {
  it.each<[string, Header, number]>([
    ['of one bit', { width: 9, height: 3, bits: 1 }, 3 * (1 + 2)],
    ['of 16 bits with transparency', { width: 3, height: 2, bits: 16, type: 6 }, 2 * (1 + 24)],
    ['that is interlaced', { width: 8, height: 8, interlace: 1 }, 2 + 2 + 3 + 2 * 3 + 2 * 5 + 4 * 5 + 4 * 9],
    ['that is interlaced and of one point', { width: 1, height: 1, interlace: 1 }, 2],
    ['of 40 megapixels', { width: 10_000, height: 4000, bits: 1 }, 4000 * 1251],
  ])('is whole: %s', async (_, of, bytes) => {
    expect(await faultOf(picture(of, bytes))).toBeUndefined();
    // Neither less than the header says, nor more, for which an inflater could go on without an end.
    expect(await faultOf(picture(of, bytes - 1))).toBe('broken');
    expect(await faultOf(picture(of, bytes + 1))).toBe('broken');
    expect(await faultOf(picture(of, bytes + 50_000_000))).toBe('broken');
  });

  it.each<[string, Header]>([
    ['points', { width: 40_001, height: 1000 }],
    ['columns', { width: 0x7fffffff, height: 1 }],
    ['of both', { width: 0x7fffffff, height: 0x7fffffff, bits: 16, type: 6, interlace: 1 }],
  ])('is refused by its header alone: too many %s', async (_, of) => {
    expect(await faultOf(picture(of, 10))).toBe('too-large');
  });

  it.each<[string, Header]>([
    ['no columns', { width: 0, height: 1 }],
    ['three bits', { width: 1, height: 1, bits: 3 }],
    ['a palette of 16 bits', { width: 1, height: 1, bits: 16, type: 3 }],
    ['an unknown colour type', { width: 1, height: 1, type: 5 }],
    ['an unknown interlace', { width: 1, height: 1, interlace: 2 }],
    ['a palette that is missing', { width: 1, height: 1, type: 3 }],
  ])('is none with %s', async (_, of) => expect(await faultOf(picture(of, 2))).toBe('broken'));

  const SMALL = { width: 1, height: 1 };
  const points = chunkOf('IDAT', deflateSync(Buffer.alloc(2)));
  it.each([
    ['frames', 'moving', picture(SMALL, 2, chunkOf('acTL', Buffer.alloc(8)))],
    ['a frame behind its points', 'moving', file(header(SMALL), points, chunkOf('fdAT', Buffer.alloc(6)), END)],
    ['a chunk that must be understood', 'broken', picture(SMALL, 2, chunkOf('ABCD', Buffer.alloc(1)))],
    ['a second header', 'broken', picture(SMALL, 2, header(SMALL))],
    ['points in two places', 'broken', file(header(SMALL), points, chunkOf('tEXt', Buffer.alloc(1)), points, END)],
    ['no points', 'broken', file(header(SMALL), END)],
    ['no end', 'broken', file(header(SMALL), points)],
    [
      'a row of an unknown filter',
      'broken',
      file(header(SMALL), chunkOf('IDAT', deflateSync(Buffer.from([5, 0]))), END),
    ],
    ['points that are not deflated', 'broken', file(header(SMALL), chunkOf('IDAT', Buffer.from('not deflated')), END)],
    [
      'bytes behind the deflated ones',
      'broken',
      file(
        header(SMALL),
        chunkOf('IDAT', Buffer.concat([deflateSync(Buffer.alloc(2)), Buffer.from('PK\x03\x04')])),
        END,
      ),
    ],
    ['a PDF behind it', 'followed', Buffer.concat([samplePng(), samplePdf()])],
    ['a ZIP and another end behind it', 'followed', Buffer.concat([samplePng(), Buffer.from('PK\x03\x04'), END])],
    ['a page behind it, and another end', 'followed', Buffer.concat([samplePng(), Buffer.from('<script>'), END])],
  ])('is refused with %s', async (_, fault, given) => expect(await faultOf(given)).toBe(fault));

  it('takes texts and other chunks that need not be understood', async () => {
    expect(await faultOf(picture(SMALL, 2, chunkOf('tEXt', Buffer.from('Author\0x'))))).toBeUndefined();
    expect(await faultOf(picture({ ...SMALL, type: 3 }, 2, chunkOf('PLTE', Buffer.alloc(3))))).toBeUndefined();
    expect(
      await faultOf(file(header(SMALL), points.subarray(0), chunkOf('IDAT', Buffer.alloc(0)), END)),
    ).toBeUndefined();
  });

  it('is refused wherever one of its bits is another, and wherever it is cut', async () => {
    const whole = samplePng();
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 9), fc.nat(7), async (at, bit) => {
        const changed = Buffer.from(whole);
        changed[8 + at] = (changed[8 + at] ?? 0) ^ (1 << bit);
        expect(await faultOf(changed)).toBeDefined();
        expect(await faultOf(whole.subarray(0, 8 + at))).toBe('broken');
      }),
    );
  });

  it('is never an error, whatever follows its first chunk', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (rest) => {
        expect(await faultOf(file(header(SMALL), Buffer.from(rest)))).toBe('broken');
      }),
    );
  });
});
