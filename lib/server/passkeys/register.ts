import 'server-only';
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeCredentialPublicKey } from '@simplewebauthn/server/helpers';
import { z } from 'zod';
import { readOwnGroups } from '@/lib/server/group-list/current';
import { denialReason, type Role, SIGNING_ROLES } from '@/lib/identity/roles';
import { COSE_ALGORITHMS, readCoseKey } from '@/lib/proof/keys/public-key';
import type { KeyRecord } from '@/lib/proof/keys/root';
import { MAX_ANSWER_MS } from '@/lib/proof/statement';
import type { CreationOptions } from '@/lib/passkeys/contract';
import { findRelyingParty, type RelyingParty } from '@/lib/passkeys/relying-party';
import { fail, ok, type Result } from '@/lib/result';
import type { Person } from '@/lib/server/auth/sessions';
import { settings } from '@/lib/server/config/settings';
import { createNonce, issueChallenge } from '@/lib/server/passkeys/challenges';
import { readSigningPerson } from '@/lib/server/passkeys/statement';

const CHALLENGE_BYTES = 32;
const ALGORITHMS = Object.values(COSE_ALGORITHMS);

/** Returns the relying party of this console, or a sentence that says why its address cannot hold passkeys. */
export const relyingParty = (): Result<RelyingParty, string> => findRelyingParty(settings().NEXTAUTH_URL);

/**
 * Issues the challenge of a registration and returns what the browser's prompt needs. `known`: passkeys of the person.
 */
export async function startRegistration(
  person: Person,
  { rpId }: RelyingParty,
  { name, known, setUpId }: { name: string; known: readonly string[]; setUpId?: string },
): Promise<CreationOptions> {
  const nonce = createNonce(CHALLENGE_BYTES);
  await issueChallenge(person, {
    nonce,
    purpose: 'register',
    statement: '',
    content: name,
    ...(setUpId !== undefined && { setUpId }),
  });
  const options = await generateRegistrationOptions({
    rpName: 'Countersign',
    rpID: rpId,
    userName: person.name,
    userDisplayName: person.name,
    userID: new TextEncoder().encode(person.id),
    challenge: new Uint8Array(Buffer.from(nonce, 'base64url')),
    timeout: MAX_ANSWER_MS,
    // Only who restricts the models needs them attested; others are asked for less by their browsers.
    attestationType: settings().PROOF_AUTHENTICATORS.aaguids.length > 0 ? 'direct' : 'none',
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { ...options };
}

const base64url = z
  .string()
  .max(20_000)
  .regex(/^[A-Za-z0-9_-]+$/);

/** Schema of a registration as `@simplewebauthn/browser` gives it; other members are dropped. */
export const registrationSchema = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
  clientExtensionResults: z.object({}).default({}),
});
export type Registration = z.infer<typeof registrationSchema>;

/** Verifies a registration and returns the record that the key list holds, or a sentence that says what was wrong. */
export async function verifyRegistration(
  person: Person,
  registration: Registration,
  { challenge, name, rp }: { challenge: string; name: string; rp: RelyingParty },
): Promise<Result<KeyRecord, string>> {
  const verified = await verifyRegistrationResponse({
    // The library checks the transports no further, and stores none.
    response: registration as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => (error instanceof Error ? error : undefined));
  if (verified instanceof Error) return fail(explainRegistration(verified.message));
  if (!verified?.verified) return fail('The registration of the passkey could not be verified.');
  const { aaguid, credential, credentialDeviceType } = verified.registrationInfo;
  const publicKey = await readCoseKey(decodeCredentialPublicKey(credential.publicKey) as Map<number, unknown>);
  if (!publicKey.ok) return fail(publicKey.error.sentence);
  const { aaguids, isDeviceBoundOnly } = settings().PROOF_AUTHENTICATORS;
  if (aaguids.length > 0 && !aaguids.includes(aaguid))
    return fail('This desk allows only certain models of security keys and devices, and this is none of them.');
  if (isDeviceBoundOnly && credentialDeviceType !== 'singleDevice')
    return fail('This desk allows only passkeys that stay on one device, and this one can be copied to others.');
  return ok({
    format: 'countersign/key/1',
    credentialId: credential.id,
    publicKey: publicKey.value,
    aaguid,
    name,
    person: await readSigningPerson(person.id),
    roles: listSigningRoles(person.roles),
    // What the two administrators who confirm it see and sign.
    groups: await readOwnGroups(person.id),
  });
}

/** Lists the roles of a person in which a passkey can sign. */
export function listSigningRoles(roles: readonly Role[]): KeyRecord['roles'] {
  return SIGNING_ROLES.filter((role) => roles.includes(role));
}

/** Tells whether a person with these roles may confirm and remove the passkeys of others. */
export const isAdministrator = (roles: readonly Role[]) => denialReason('confirmPasskeys', roles) === undefined;

// The library tells what was wrong only by its messages.
function explainRegistration(message: string): string {
  if (message.includes('origin')) return 'The passkey was made on a web address that is not this console’s.';
  if (message.includes('RP ID')) return 'The passkey was made for another web site.';
  if (message.includes('User verification') || message.includes('User presence'))
    return 'The passkey did not check who used it (fingerprint, face or PIN).';
  if (message.includes('challenge')) return 'The passkey answered another prompt than the newest one.';
  if (message.includes('alg')) return 'The kind of key of this passkey is not one that the console can verify.';
  return 'The registration of the passkey could not be read.';
}
