// @ts-check
import { createDecipheriv, hkdfSync } from 'node:crypto';

// As next-auth derives its key and reads its cookies: a JWE in compact form (RFC 7516), `dir` and A256GCM.
const KEY_INFO = 'NextAuth.js Generated Encryption Key';
const CLOCK_TOLERANCE_S = 15;
const TAG_BYTES = 16;

/**
 * Creates the check of a session cookie by its signature and age alone, in some microseconds: whether this console
 * issued it, and has not let it expire. Whether the session still exists is for the row in the database to say.
 *
 * @param {string} secret NEXTAUTH_SECRET
 * @param {string} name of the cookie
 * @param {() => number} nowMs
 * @returns {(cookies: string | undefined) => string | undefined} takes the header Cookie and gives the session's id
 */
export function createSessionCheck(secret, name, nowMs = Date.now) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', KEY_INFO, 32));
  return (cookies = '') => {
    for (const pair of cookies.split(';')) {
      const at = pair.indexOf('=');
      if (pair.slice(0, at).trim() !== name) continue;
      const sessionId = readToken(pair.slice(at + 1).trim(), key, nowMs());
      if (sessionId !== undefined) return sessionId;
    }
    return undefined;
  };
}

/**
 * @param {string} token
 * @param {Buffer} key
 * @param {number} nowMs
 * @returns {string | undefined}
 */
function readToken(token, key, nowMs) {
  const [header = '', encryptedKey, iv = '', ciphertext = '', tag = '', ...more] = token.split('.');
  if (encryptedKey !== '' || more.length > 0) return undefined;
  try {
    const { alg, enc } = JSON.parse(Buffer.from(header, 'base64url').toString());
    if (alg !== 'dir' || enc !== 'A256GCM') return undefined;
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(header, 'ascii'));
    decipher.setAuthTag(Buffer.from(tag, 'base64url'));
    const text = decipher.update(ciphertext, 'base64url', 'utf8') + decipher.final('utf8');
    const { exp, sid } = JSON.parse(text);
    return typeof exp === 'number' && exp > nowMs / 1000 - CLOCK_TOLERANCE_S && typeof sid === 'string'
      ? sid
      : undefined;
  } catch {
    // Made with another secret, tampered with, or no token at all.
    return undefined;
  }
}
