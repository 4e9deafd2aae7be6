import { isoCBOR } from '@simplewebauthn/server/helpers';
import { fromBase64url, sha256, toBase64url, toUtf8 } from '@/lib/proof/bytes';
import { COSE_ALGORITHMS } from '@/lib/proof/keys/public-key';
import { type SoftwarePasskey, TEST_ORIGIN, TEST_RP_ID } from '@/scripts/testing/passkeys/software-passkey';

/** What a test changes about a registration. */
export interface RegistrationChanges {
  origin?: string;
  rpId?: string;
  flags?: number;
}

// User present and verified, with the key attached.
const FLAGS = 0x45;
const COSE = { type: 1, algorithm: 3, curve: -1, x: -2, y: -3, ec2: 2, p256: 1 } as const;

/** Registers a passkey of the kind ES256 as a browser does, without attestation: what `registerPasskey` takes. */
export async function register(
  { credentialId, publicKey }: SoftwarePasskey,
  challenge: string,
  { origin = TEST_ORIGIN, rpId = TEST_RP_ID, flags = FLAGS }: RegistrationChanges = {},
) {
  const key = await crypto.subtle.importKey(
    'spki',
    fromBase64url(publicKey.spki) ?? new Uint8Array(),
    { name: 'ECDSA', namedCurve: 'P-256' },
    true,
    ['verify'],
  );
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', key);
  const cose = new Map<number, number | Uint8Array>([
    [COSE.type, COSE.ec2],
    [COSE.algorithm, COSE_ALGORITHMS.ES256],
    [COSE.curve, COSE.p256],
    [COSE.x, fromBase64url(x) ?? new Uint8Array()],
    [COSE.y, fromBase64url(y) ?? new Uint8Array()],
  ]);
  const id = fromBase64url(credentialId) ?? new Uint8Array();
  const authData = new Uint8Array([
    ...(await sha256(rpId)),
    flags,
    // The counter, then the model of the authenticator.
    ...new Uint8Array(4),
    ...new Uint8Array(16),
    id.length >> 8,
    id.length & 0xff,
    ...id,
    ...isoCBOR.encode(cose),
  ]);
  const attestationObject = isoCBOR.encode(
    new Map<string, string | Map<string, never> | Uint8Array>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, never>()],
      ['authData', authData],
    ]),
  );
  const clientDataJSON = toUtf8(JSON.stringify({ type: 'webauthn.create', challenge, origin, crossOrigin: false }));
  return {
    nonce: challenge,
    registration: {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      response: {
        clientDataJSON: toBase64url(clientDataJSON),
        attestationObject: toBase64url(attestationObject),
        transports: ['internal'],
      },
    },
  };
}
