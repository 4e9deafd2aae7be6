import { z } from 'zod';
import { type Bytes, fromBase64url, toBase64url, toHex } from '@/lib/proof/bytes';
import { refuse, type Refusal } from '@/lib/proof/refusals';
import { ok, type Result } from '@/lib/result';

/**
 * A passkey's public key as the key list holds it: SubjectPublicKeyInfo in base64url, which WebCrypto imports as it is,
 * and the COSE algorithm. The COSE form of the registration needs a CBOR reader in every verifier; SPKI needs none.
 */
export const publicKeySchema = z.strictObject({
  algorithm: z.enum(['ES256', 'EdDSA', 'RS256']),
  spki: z.string().min(1).max(2000),
});
export type PublicKey = z.infer<typeof publicKeySchema>;
export type SignatureAlgorithm = PublicKey['algorithm'];

/** COSE algorithms of registrations (RFC 9053), in the order in which a registration asks for them. */
export const COSE_ALGORITHMS: Readonly<Record<SignatureAlgorithm, number>> = { ES256: -7, EdDSA: -8, RS256: -257 };

const IMPORT = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
  EdDSA: { name: 'Ed25519' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
} as const;
/** Parameters of WebCrypto's `verify` by algorithm. */
export const VERIFY_PARAMETERS = {
  ES256: { name: 'ECDSA', hash: 'SHA-256' },
  EdDSA: { name: 'Ed25519' },
  RS256: { name: 'RSASSA-PKCS1-v1_5' },
} as const satisfies Record<SignatureAlgorithm, object>;
const MIN_RSA_BITS = 2048;
const MAX_RSA_BITS = 4096;
const RSA_EXPONENT = 65_537;
// Keys of Ed25519 for which anyone can make signatures (small order, as libsodium refuses them), without the sign bit.
const WEAK_ED25519: ReadonlySet<string> = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
]);

const imported = new WeakMap<PublicKey, Promise<Result<CryptoKey, Refusal>>>();

/** Imports a public key once per object. Refuses other algorithms, short RSA keys, and other spellings of one key. */
export async function importPublicKey(key: PublicKey): Promise<Result<CryptoKey, Refusal>> {
  const known = imported.get(key) ?? importOnce(key);
  imported.set(key, known);
  return known;
}

async function importOnce({ algorithm, spki }: PublicKey): Promise<Result<CryptoKey, Refusal>> {
  const bytes = fromBase64url(spki);
  if (!bytes) return refuse('key-malformed');
  try {
    const key = await crypto.subtle.importKey('spki', bytes, IMPORT[algorithm], true, ['verify']);
    if (toBase64url(new Uint8Array(await crypto.subtle.exportKey('spki', key))) !== spki)
      return refuse('key-malformed');
    return isWeak(key.algorithm, bytes) ? refuse('key-malformed') : ok(key);
  } catch {
    return refuse('key-malformed');
  }
}

// With an exponent of 0 or 1 anyone can make a signature.
function isWeak(algorithm: KeyAlgorithm, spki: Bytes): boolean {
  if ('modulusLength' in algorithm && 'publicExponent' in algorithm) {
    const { modulusLength, publicExponent } = algorithm as RsaKeyAlgorithm;
    const exponent = publicExponent.reduce((sum, byte) => sum * 256 + byte, 0);
    return modulusLength < MIN_RSA_BITS || modulusLength > MAX_RSA_BITS || exponent !== RSA_EXPONENT;
  }
  if (algorithm.name !== 'Ed25519') return false;
  const point = spki.slice(-32);
  point[31] = (point[31] ?? 0) & 0x7f;
  return WEAK_ED25519.has(toHex(point));
}

/**
 * Converts a COSE key (RFC 9052, section 7), as a registration holds it and `decodeCredentialPublicKey` of
 * `@simplewebauthn/server/helpers` reads it, to the form of the key list.
 */
export async function readCoseKey(cose: ReadonlyMap<number, unknown>): Promise<Result<PublicKey, Refusal>> {
  const jwk = toJwk(cose);
  if (!jwk) return refuse('key-malformed');
  try {
    const key = await crypto.subtle.importKey('jwk', jwk.value, IMPORT[jwk.algorithm], true, ['verify']);
    const spki = toBase64url(new Uint8Array(await crypto.subtle.exportKey('spki', key)));
    const result: PublicKey = { algorithm: jwk.algorithm, spki };
    const isUsable = await importPublicKey(result);
    return isUsable.ok ? ok(result) : isUsable;
  } catch {
    return refuse('key-malformed');
  }
}

const COSE = { type: 1, algorithm: 3, curve: -1, x: -2, y: -3, modulus: -1, exponent: -2 } as const;
const KEY_TYPES = { okp: 1, ec2: 2, rsa: 3 } as const;
const CURVES = { p256: 1, ed25519: 6 } as const;

function toJwk(cose: ReadonlyMap<number, unknown>): { algorithm: SignatureAlgorithm; value: JsonWebKey } | undefined {
  const is = (label: number, value: number) => cose.get(label) === value;
  const bytes = (label: number) => {
    const value = cose.get(label);
    return value instanceof Uint8Array ? toBase64url(value) : '';
  };
  if (is(COSE.type, KEY_TYPES.ec2) && is(COSE.algorithm, COSE_ALGORITHMS.ES256) && is(COSE.curve, CURVES.p256))
    return { algorithm: 'ES256', value: { kty: 'EC', crv: 'P-256', x: bytes(COSE.x), y: bytes(COSE.y) } };
  if (is(COSE.type, KEY_TYPES.okp) && is(COSE.algorithm, COSE_ALGORITHMS.EdDSA) && is(COSE.curve, CURVES.ed25519))
    return { algorithm: 'EdDSA', value: { kty: 'OKP', crv: 'Ed25519', x: bytes(COSE.x) } };
  if (is(COSE.type, KEY_TYPES.rsa) && is(COSE.algorithm, COSE_ALGORITHMS.RS256))
    return { algorithm: 'RS256', value: { kty: 'RSA', n: bytes(COSE.modulus), e: bytes(COSE.exponent) } };
  return undefined;
}
