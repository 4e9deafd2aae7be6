import type { CreationOptions, SigningOptions } from '@/lib/passkeys/contract';

// The library is loaded only where a passkey is used.
const load = () => import('@simplewebauthn/browser');
type Library = Awaited<ReturnType<typeof load>>;
type CreationJson = Parameters<Library['startRegistration']>[0]['optionsJSON'];

/** Has the browser create a passkey. Throws what the prompt threw; `explainPrompt` says it in words. */
export async function createPasskey(options: CreationOptions) {
  const { startRegistration } = await load();
  const { id, rawId, type, response } = await startRegistration({ optionsJSON: options as unknown as CreationJson });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return {
    nonce: options.challenge,
    registration: { id, rawId, type, response: { clientDataJSON, attestationObject, transports } },
  };
}

/** Has the browser sign a statement by one of the person's passkeys. Throws what the prompt threw. */
export async function signWithPasskey({ nonce, challenge, rpId, credentialIds }: SigningOptions) {
  const { startAuthentication } = await load();
  const { id, response } = await startAuthentication({
    optionsJSON: {
      challenge,
      rpId,
      allowCredentials: credentialIds.map((credentialId) => ({ id: credentialId, type: 'public-key' })),
      userVerification: 'required',
      timeout: 600_000,
    },
  });
  const { authenticatorData, clientDataJSON, signature } = response;
  return { nonce, assertion: { credentialId: id, authenticatorData, clientDataJSON, signature } };
}
