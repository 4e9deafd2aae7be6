import 'server-only';
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { settings } from '@/lib/server/config/settings';

const VERSION = 'v1.';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Derives a key of 32 bytes for one purpose from NEXTAUTH_SECRET (RFC 5869). */
function deriveKey(purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', settings().NEXTAUTH_SECRET, '', `countersign ${purpose}`, 32));
}

/**
 * Encrypts the address of a target, which authorises to post (AES-256-GCM). The same address gives the same text, so
 * that a repeated proposal is the same one; the nonce follows from the address.
 */
export function sealAddress(address: string): string {
  const nonce = createHmac('sha256', deriveKey('target nonces')).update(address).digest().subarray(0, NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', deriveKey('target addresses'), nonce);
  const text = Buffer.concat([cipher.update(address, 'utf8'), cipher.final()]);
  return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
}

/** Decrypts the address of a target; undefined for what this console did not encrypt, or under another secret. */
export function openAddress(sealed: string): string | undefined {
  if (!sealed.startsWith(VERSION)) return undefined;
  const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
  try {
    const cipher = createDecipheriv('aes-256-gcm', deriveKey('target addresses'), bytes.subarray(0, NONCE_BYTES));
    cipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([cipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/**
 * Gives the signing secret of a webhook as its receiver enters it, `whsec_` and 32 bytes in base64. It is never stored.
 */
export function signingSecret(targetId: string, generation: number): string {
  return `whsec_${deriveKey(`webhook ${targetId} ${generation}`).toString('base64')}`;
}
