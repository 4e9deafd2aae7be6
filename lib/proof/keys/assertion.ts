/**
 * Verifies that a passkey signed a statement, from the stored bytes and with WebCrypto alone: the same code runs in the
 * claim, in the command-line verifier and in a page. Every refusal has a name. The steps are those of
 * https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion
 */
import { z } from 'zod';
import { type Bytes, fromBase64url, sha256, toBase64url } from '@/lib/proof/bytes';
import { importPublicKey, type PublicKey, VERIFY_PARAMETERS } from '@/lib/proof/keys/public-key';
import { refuse, type Refusal } from '@/lib/proof/refusals';
import { ok, type Result } from '@/lib/result';

const base64url = (maximumBytes: number) =>
  z
    .string()
    .min(1)
    .max(Math.ceil((maximumBytes * 4) / 3))
    .refine((text) => fromBase64url(text) !== undefined);

/** Schema of a credential ID in base64url, at most 1023 bytes: https://www.w3.org/TR/webauthn-3/#credential-id */
export const credentialIdSchema = base64url(1023);
/** Schema of a stored assertion: what the authenticator answered, each part in base64url. */
export const assertionSchema = z.strictObject({
  credentialId: credentialIdSchema,
  authenticatorData: base64url(2000),
  clientDataJSON: base64url(4000),
  signature: base64url(600),
});
export type Assertion = z.infer<typeof assertionSchema>;

/** What a verified assertion says of its passkey. */
export interface VerifiedAssertion {
  /** Counter of the passkey; 0 where it has none, as synced passkeys. */
  counter: number;
  /** True where the passkey can be copied to other devices. */
  isSyncable: boolean;
}

/** What an assertion is verified against. */
export interface ExpectedAssertion {
  key: PublicKey;
  /** Challenge in base64url (`challengeOf`). */
  challenge: string;
  rpId: string;
  origins: readonly string[];
  /** The highest counter that the passkey has given before; 0 at the beginning. */
  lastCounter?: number;
}

const clientDataSchema = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.boolean().exactOptional(),
  topOrigin: z.string().exactOptional(),
});

// Hash of the RP ID, flags, counter, extensions: https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data
const RP_ID_HASH_BYTES = 32;
const FIXED_BYTES = 37;
const FLAGS = {
  userPresent: 0x01,
  userVerified: 0x04,
  backupEligible: 0x08,
  backedUp: 0x10,
  attestedKey: 0x40,
  extensions: 0x80,
} as const;

/** Verifies one assertion. Never throws, whatever the stored parts hold. */
export async function verifyAssertion(
  stored: Assertion,
  expected: ExpectedAssertion,
): Promise<Result<VerifiedAssertion, Refusal>> {
  const parts = readParts(stored);
  if (!parts.ok) return parts;
  const client = checkClientData(parts.value.clientDataJSON, expected);
  if (!client.ok) return client;
  const authenticator = await checkAuthenticatorData(parts.value.authenticatorData, expected.rpId);
  if (!authenticator.ok) return authenticator;
  const signature = await checkSignature(parts.value, expected.key);
  if (!signature.ok) return signature;
  const { counter } = authenticator.value;
  const { lastCounter = 0 } = expected;
  if (lastCounter > 0 && counter <= lastCounter) return refuse('counter-went-back');
  return authenticator;
}

interface Parts {
  authenticatorData: Bytes;
  clientDataJSON: Bytes;
  signature: Bytes;
}

function readParts(stored: Assertion): Result<Parts, Refusal> {
  const read = assertionSchema.safeParse(stored);
  if (!read.success) return refuse('assertion-malformed');
  const authenticatorData = fromBase64url(read.data.authenticatorData);
  const clientDataJSON = fromBase64url(read.data.clientDataJSON);
  const signature = fromBase64url(read.data.signature);
  if (!authenticatorData || !clientDataJSON || !signature) return refuse('assertion-malformed');
  return ok({ authenticatorData, clientDataJSON, signature });
}

function checkClientData(
  bytes: Bytes,
  { challenge, origins }: Pick<ExpectedAssertion, 'challenge' | 'origins'>,
): Result<undefined, Refusal> {
  const read = clientDataSchema.safeParse(parseUtf8Json(bytes));
  if (!read.success) return refuse('assertion-malformed', 'This is the client data.');
  const data = read.data;
  if (data.type !== 'webauthn.get') return refuse('wrong-ceremony');
  if (data.challenge !== challenge) return refuse('wrong-challenge');
  // A page inside a frame of another site may show anything around it.
  const isFramed = data.crossOrigin === true || data.topOrigin !== undefined;
  return isFramed || !origins.includes(data.origin) ? refuse('wrong-origin') : ok(undefined);
}

function parseUtf8Json(bytes: Bytes): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

async function checkAuthenticatorData(bytes: Bytes, rpId: string): Promise<Result<VerifiedAssertion, Refusal>> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < FIXED_BYTES) return refuse('assertion-malformed', 'This is the authenticator data.');
  const flags = view.getUint8(RP_ID_HASH_BYTES);
  const has = (flag: number) => (flags & flag) !== 0;
  if (toBase64url(bytes.subarray(0, RP_ID_HASH_BYTES)) !== toBase64url(await sha256(rpId)))
    return refuse('wrong-relying-party');
  if (!has(FLAGS.userPresent)) return refuse('user-not-present');
  if (!has(FLAGS.userVerified)) return refuse('user-not-verified');
  // A registration has an attested key, a signature has none; a passkey that is backed up must be one that can be.
  const isOdd = has(FLAGS.attestedKey) || (has(FLAGS.backedUp) && !has(FLAGS.backupEligible));
  if (isOdd || bytes.length > FIXED_BYTES !== has(FLAGS.extensions))
    return refuse('assertion-malformed', 'This is the authenticator data.');
  return ok({ counter: view.getUint32(RP_ID_HASH_BYTES + 1), isSyncable: has(FLAGS.backupEligible) });
}

async function checkSignature(parts: Parts, key: PublicKey): Promise<Result<undefined, Refusal>> {
  const imported = await importPublicKey(key);
  if (!imported.ok) return imported;
  const signature = key.algorithm === 'ES256' ? readEcdsaSignature(parts.signature) : parts.signature;
  if (!signature) return refuse('wrong-signature');
  const hash = await sha256(parts.clientDataJSON);
  const signed = new Uint8Array(parts.authenticatorData.length + hash.length);
  signed.set(parts.authenticatorData);
  signed.set(hash, parts.authenticatorData.length);
  const holds = await crypto.subtle
    .verify(VERIFY_PARAMETERS[key.algorithm], imported.value, signature, signed)
    .catch(() => false);
  return holds ? ok(undefined) : refuse('wrong-signature');
}

const P256_BYTES = 32;
const DER = { sequence: 0x30, integer: 0x02 } as const;

/**
 * Converts an ECDSA signature from DER (two integers), as authenticators give it, to the two numbers of 32 bytes that
 * WebCrypto takes. Gives undefined for everything but the one DER spelling.
 */
function readEcdsaSignature(der: Bytes): Bytes | undefined {
  if (der[0] !== DER.sequence || der[1] !== der.length - 2) return undefined;
  const raw = new Uint8Array(2 * P256_BYTES);
  let offset = 2;
  for (const end of [P256_BYTES, 2 * P256_BYTES]) {
    const length = der[offset + 1] ?? 0;
    const integer = der.subarray(offset + 2, offset + 2 + length);
    if (der[offset] !== DER.integer || length === 0 || integer.length < length) return undefined;
    const [first = 0, second = 0] = integer;
    // Negative, or with a zero in front that its sign does not need.
    if (first > 0x7f || (first === 0 && length > 1 && second <= 0x7f)) return undefined;
    const digits = first === 0 ? integer.subarray(1) : integer;
    if (digits.length > P256_BYTES) return undefined;
    raw.set(digits, end - digits.length);
    offset += 2 + length;
  }
  return offset === der.length ? raw : undefined;
}
