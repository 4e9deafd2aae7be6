import type { AttachmentType } from '@/lib/attachments/limits';

/** Bytes from the beginning and from the end of a file that are enough to know its type, and that it is whole. */
export const HEAD_BYTES = 16;
export const TAIL_BYTES = 1024;

const PNG_HEAD = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
const PNG_TAIL = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];
const JPEG_HEAD = [0xff, 0xd8, 0xff];
const JPEG_TAIL = [0xff, 0xd9];
const PDF_HEAD = /^%PDF-[12]\.\d/;

/**
 * Detects the type of a file from its first bytes, whatever it is called: a PDF, PNG or JPEG that begins with its very
 * first byte. Undefined for everything else, such as SVG, HTML or a PDF behind something else.
 */
export function detectType(head: Uint8Array): AttachmentType | undefined {
  if (PDF_HEAD.test(toLatin1(head.subarray(0, HEAD_BYTES)))) return 'application/pdf';
  if (startsWith(head, PNG_HEAD)) return 'image/png';
  // After the start of the image comes a marker (ITU-T T.81, B.1.1.3).
  if (startsWith(head, JPEG_HEAD) && (head[3] ?? 0) >= 0xc0 && head[3] !== 0xff) return 'image/jpeg';
  return undefined;
}

/**
 * Tells whether a file ends as its type does, from its last bytes: one that was cut off, or that another follows, does
 * not.
 */
export function isWhole(type: AttachmentType, tail: Uint8Array): boolean {
  switch (type) {
    case 'application/pdf':
      return toLatin1(tail.subarray(-TAIL_BYTES)).includes('%%EOF');
    case 'image/png':
      return endsWith(tail, PNG_TAIL);
    case 'image/jpeg':
      return endsWith(tail, JPEG_TAIL);
  }
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

function endsWith(bytes: Uint8Array, end: readonly number[]): boolean {
  return bytes.length >= end.length && startsWith(bytes.subarray(-end.length), end);
}

const toLatin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes);
