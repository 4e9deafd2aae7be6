import { type Bytes, sha256, toBase64url, toUtf8 } from '@/lib/proof/bytes';
import type { Assertion } from '@/lib/proof/keys/assertion';
import type { PublicKey, SignatureAlgorithm } from '@/lib/proof/keys/public-key';

/** Relying party and origin of passkeys in tests. */
export const TEST_RP_ID = 'localhost';
export const TEST_ORIGIN = 'http://localhost:3000';

const PRESENT_AND_VERIFIED = 0x05;

/** What a test changes about an assertion before it is signed. */
export interface AssertionChanges {
  type?: string;
  origin?: string;
  rpId?: string;
  flags?: number;
  counter?: number;
  /** Bytes after the counter. */
  extensions?: readonly number[];
  /** Further members of the client data. */
  clientData?: Readonly<Record<string, unknown>>;
}

/** A passkey in software, which answers a challenge as a browser and an authenticator together do. */
export interface SoftwarePasskey {
  credentialId: string;
  publicKey: PublicKey;
  sign(challenge: string, changes?: AssertionChanges): Promise<Assertion>;
}

const GENERATE = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
  EdDSA: { name: 'Ed25519' },
  RS256: {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: 'SHA-256',
  },
} as const;
const SIGN = {
  ES256: { name: 'ECDSA', hash: 'SHA-256' },
  EdDSA: { name: 'Ed25519' },
  RS256: { name: 'RSASSA-PKCS1-v1_5' },
} as const;

/** Creates a passkey of a kind, with random key and credential ID. */
export async function createSoftwarePasskey(algorithm: SignatureAlgorithm = 'ES256'): Promise<SoftwarePasskey> {
  const pair = (await crypto.subtle.generateKey(GENERATE[algorithm], true, ['sign', 'verify'])) as CryptoKeyPair;
  const spki = toBase64url(new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey)));
  const credentialId = toBase64url(crypto.getRandomValues(new Uint8Array(16)));
  return {
    credentialId,
    publicKey: { algorithm, spki },
    async sign(challenge, changes = {}) {
      const clientData = {
        type: changes.type ?? 'webauthn.get',
        challenge,
        origin: changes.origin ?? TEST_ORIGIN,
        crossOrigin: false,
        ...changes.clientData,
      };
      const clientDataJSON = toUtf8(JSON.stringify(clientData));
      const authenticatorData = await writeAuthenticatorData(changes);
      const signed = joinBytes(authenticatorData, await sha256(clientDataJSON));
      const raw = new Uint8Array(await crypto.subtle.sign(SIGN[algorithm], pair.privateKey, signed));
      const signature = algorithm === 'ES256' ? toDer(raw) : raw;
      return {
        credentialId,
        authenticatorData: toBase64url(authenticatorData),
        clientDataJSON: toBase64url(clientDataJSON),
        signature: toBase64url(signature),
      };
    },
  };
}

async function writeAuthenticatorData({
  rpId = TEST_RP_ID,
  flags = PRESENT_AND_VERIFIED,
  counter = 0,
  extensions = [],
}: AssertionChanges): Promise<Bytes> {
  const rest = new Uint8Array(5 + extensions.length);
  new DataView(rest.buffer).setUint8(0, flags);
  new DataView(rest.buffer).setUint32(1, counter);
  rest.set(extensions, 5);
  return joinBytes(await sha256(rpId), rest);
}

function toDer(raw: Bytes): Bytes {
  const integers = joinBytes(derInteger(raw.subarray(0, 32)), derInteger(raw.subarray(32)));
  return joinBytes(new Uint8Array([0x30, integers.length]), integers);
}

function derInteger(digits: Bytes): Bytes {
  const start = digits.findIndex((digit) => digit !== 0);
  const significant = start < 0 ? new Uint8Array(1) : digits.slice(start);
  const padded = (significant[0] ?? 0) > 0x7f ? joinBytes(new Uint8Array(1), significant) : significant;
  return joinBytes(new Uint8Array([0x02, padded.length]), padded);
}

function joinBytes(...parts: readonly Bytes[]): Bytes {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}
