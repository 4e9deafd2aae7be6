import type { Explanation } from '@/lib/http/problems';

/** Step at which the browser's own prompt failed. */
export type PromptStep = 'create' | 'sign';

const NOTHING = 'Nothing was changed.';

/**
 * Explains why the browser's passkey prompt gave nothing. Takes what `@simplewebauthn/browser` threw: an error whose
 * `name` is WebAuthn's and whose `code` is the library's. Browsers tell a declined prompt from one that timed out only
 * by their texts, so both have one sentence.
 */
export function explainPrompt(thrown: unknown, step: PromptStep): Explanation {
  const { name, code } = readError(thrown);
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError')
    return {
      title: 'This device has one of your passkeys already',
      detail: NOTHING,
      next: 'Use another device or security key, or remove the other passkey first.',
    };
  if (code === 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT' || name === 'ConstraintError')
    return {
      title: 'This device cannot check who uses it',
      detail: `A passkey here takes a fingerprint, a face or a PIN. ${NOTHING}`,
      next: 'Set up a screen lock or a PIN for the device or security key, then try again.',
    };
  if (code === 'ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG' || name === 'NotSupportedError')
    return {
      title: 'This device has no passkeys that the console can verify',
      detail: NOTHING,
      next: 'Use another device or security key.',
    };
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID' || name === 'SecurityError')
    return {
      title: 'The passkeys of this console belong to another address',
      detail: `The browser refused to use a passkey on this page. ${NOTHING}`,
      next: 'Open the console at its own address. If this is its address, tell an administrator.',
    };
  if (code === 'ERROR_CEREMONY_ABORTED' || name === 'AbortError')
    return { title: 'The passkey prompt was closed', detail: NOTHING, next: 'Try again.' };
  if (name === 'NotAllowedError')
    return step === 'create'
      ? {
          title: 'No passkey was added',
          detail: `The browser’s prompt was declined, or nobody answered in time. ${NOTHING}`,
          next: 'Try again, and follow the prompt of your browser.',
        }
      : {
          title: 'Nothing was signed',
          detail: `The browser’s prompt was declined, nobody answered in time, or this device holds none of your passkeys. ${NOTHING}`,
          next: 'Try again with the device or security key that has your passkey.',
        };
  if (name === 'Error' && isUnsupported(thrown))
    return {
      title: 'This browser has no passkeys',
      detail: NOTHING,
      next: 'Use a current browser, and the console’s own address.',
    };
  return {
    title: 'The browser could not use a passkey',
    detail: NOTHING,
    next: 'Try again. If the problem stays, use another browser or device.',
  };
}

function readError(thrown: unknown): { name: string; code: string } {
  if (!(thrown instanceof Error)) return { name: '', code: '' };
  // The library passes on what it does not know better with the cause's name.
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  return { name: thrown.name, code };
}

function isUnsupported(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.message.includes('not supported in this browser');
}
