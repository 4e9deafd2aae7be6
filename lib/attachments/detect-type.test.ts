import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectType, HEAD_BYTES, isWhole, TAIL_BYTES } from '@/lib/attachments/detect-type';
import { SAMPLE_FILES, samplePdf, samplePng } from '@/scripts/stack/sample-files';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const typeOf = (file: Uint8Array) => detectType(file.subarray(0, HEAD_BYTES));
const TYPES = Object.keys(SAMPLE_FILES) as (keyof typeof SAMPLE_FILES)[];

describe('the type of a file', () => {
  it.each(TYPES)('is found in its content: %s', (type) => {
    expect(typeOf(SAMPLE_FILES[type])).toBe(type);
    expect(isWhole(type, SAMPLE_FILES[type].subarray(-TAIL_BYTES))).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['SVG', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a PDF behind HTML', '<html>%PDF-1.7\n%%EOF'],
    ['a PDF behind a space', ' %PDF-1.7\n%%EOF'],
    ['a PDF without a version', '%PDF-\n%%EOF'],
    ['a PDF of a version that is none', '%PDF-9.9\n%%EOF'],
    ['GIF', 'GIF89a'],
    ['a program', 'MZ\x90\x00'],
    ['a ZIP file', 'PK\x03\x04'],
    ['the signature of a PNG without its header', '\x89PNG\r\n\x1a\n'],
    ['a PNG that went through a mail of seven bits', '\x09PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['the start of a JPEG without a marker', '\xff\xd8\xff\x00'],
    ['the first three bytes of a JPEG', '\xff\xd8\xff'],
  ])('is none for %s', (_, text) => {
    expect(typeOf(bytes(text))).toBeUndefined();
  });

  it('is that of the first bytes alone: what is hidden behind them changes nothing', () => {
    expect(typeOf(Buffer.concat([samplePdf(), samplePng()]))).toBe('application/pdf');
    expect(typeOf(Buffer.concat([samplePng(), samplePdf()]))).toBe('image/png');
  });

  it('is none for any bytes that begin otherwise', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (head) => {
        const isNone = !['%PDF', '\x89PNG', '\xff\xd8'].some((start) =>
          bytes(start).equals(head.subarray(0, start.length)),
        );
        fc.pre(isNone);
        expect(detectType(head)).toBeUndefined();
      }),
    );
  });

  it('stays what it is whatever follows, and is at most one', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TYPES), fc.uint8Array({ maxLength: 200 }), (type, rest) => {
        expect(typeOf(Buffer.concat([SAMPLE_FILES[type], rest]))).toBe(type);
      }),
    );
  });
});

describe('a file that is not whole', () => {
  it('is found wherever it was cut off', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TYPES), fc.integer({ min: 1, max: 10_000 }), (type, cut) => {
        const file = SAMPLE_FILES[type];
        // A PDF may end with a line break behind its last word.
        const rest = file.subarray(0, Math.max(0, file.length - (cut % file.length) - 1));
        expect(isWhole(type, rest.subarray(-TAIL_BYTES))).toBe(false);
      }),
    );
  });

  it.each(['image/png', 'image/jpeg'] as const)('is a %s that something follows', (type) => {
    expect(isWhole(type, Buffer.concat([SAMPLE_FILES[type], samplePdf()]))).toBe(false);
  });

  it('is a PDF that something long follows', () => {
    expect(isWhole('application/pdf', Buffer.concat([samplePdf(), Buffer.alloc(TAIL_BYTES)]))).toBe(false);
  });
});
