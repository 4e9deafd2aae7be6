// A second reading of a signed decision, by the text of WebAuthn Level 3 and node:crypto alone. It shares no code with
// lib/proof, so that a mistake there does not hide here.
import { createHash, createPublicKey, verify } from 'node:crypto';

/** One signed decision as evidence holds it; binary parts in base64url, the key as SubjectPublicKeyInfo. */
interface SignedDecision {
  statement: string;
  assertion: { authenticatorData: string; clientDataJSON: string; signature: string };
  rpId: string;
  origin: string;
  spki: string;
}

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** Tells whether the key signed the statement, with user verification, at the origin and for the relying party. */
export function checkAssertionAgain({ statement, assertion, rpId, origin, spki }: SignedDecision): boolean {
  const data = Buffer.from(assertion.authenticatorData, 'base64url');
  const client = Buffer.from(assertion.clientDataJSON, 'base64url');
  const said = JSON.parse(client.toString('utf8')) as { type?: string; challenge?: string; origin?: string };
  const flags = data[32] ?? 0;
  const isAboutThis =
    said.type === 'webauthn.get' &&
    said.challenge === hash(statement).toString('base64url') &&
    said.origin === origin &&
    data.subarray(0, 32).equals(hash(rpId)) &&
    (flags & 0x01) !== 0 &&
    (flags & 0x04) !== 0;
  const key = createPublicKey({ key: Buffer.from(spki, 'base64url'), format: 'der', type: 'spki' });
  const digest = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  const signed = Buffer.concat([data, hash(client)]);
  return isAboutThis && verify(digest, signed, key, Buffer.from(assertion.signature, 'base64url'));
}
