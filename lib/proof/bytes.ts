import { base64urlnopad } from '@scure/base';

/** Bytes that WebCrypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>;

const ENCODER = new TextEncoder();

/** Encodes a text as UTF-8. Lone surrogates must have been refused before: they become U+FFFD here. */
export function toUtf8(text: string): Bytes {
  return ENCODER.encode(text);
}

/** Encodes bytes in base64url without padding (RFC 4648, section 5). */
export function toBase64url(bytes: Uint8Array): string {
  return base64urlnopad.encode(bytes);
}

/**
 * Decodes base64url without padding. Gives undefined for everything that `toBase64url` would not have written: another
 * alphabet, padding, spaces, bits after the last byte.
 */
export function fromBase64url(text: string): Bytes | undefined {
  try {
    return new Uint8Array(base64urlnopad.decode(text));
  } catch {
    return undefined;
  }
}

/** Gives the SHA-256 of bytes, or of the UTF-8 of a text, in lower-case hexadecimal digits. */
export async function sha256Hex(content: Bytes | string): Promise<string> {
  return toHex(await sha256(content));
}

/** Gives the SHA-256 of bytes, or of the UTF-8 of a text. */
export async function sha256(content: Bytes | string): Promise<Bytes> {
  const bytes = typeof content === 'string' ? toUtf8(content) : content;
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** Writes bytes in lower-case hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
