import type { Explanation } from '@/lib/http/problems';

/**
 * Steps that take a passkey: creating one for the account or in the set-up, signing with one that was just created,
 * signing a change of the list of passkeys, and signing a decision, a request or another change.
 */
export const PASSKEY_STEPS = ['add', 'join', 'sign-new', 'sign-list', 'sign'] as const;
/** One of PASSKEY_STEPS. */
export type PasskeyStep = (typeof PASSKEY_STEPS)[number];

/** What is known of a failure of the browser's prompt. */
const FAULTS = ['taken', 'unchecked', 'algorithm', 'address', 'closed', 'declined', 'unsupported', 'other'] as const;
type Fault = (typeof FAULTS)[number];

/** What has not happened at a step, and how it is done again. */
const STEPS: Record<PasskeyStep, { title: string; effect: string; again: string }> = {
  add: {
    title: 'No passkey was added',
    effect: 'Nothing was changed.',
    again: 'Choose “Add a passkey” again, and follow the prompt of your browser.',
  },
  join: {
    title: 'No passkey was added',
    effect: 'Nothing was changed. The set-up goes on without a passkey of yours.',
    again: 'Choose “Add a passkey” again while the set-up is open, and follow the prompt of your browser.',
  },
  'sign-new': {
    title: 'The new passkey has not signed',
    effect: 'Nothing was changed. The passkey is in your device, and not on the list yet.',
    again: 'Choose “Repeat step 2”, and use the passkey that you have just created.',
  },
  'sign-list': {
    title: 'Nothing was signed',
    effect: 'Nothing was changed. The list of passkeys is as it was.',
    again: 'Try again with the device or security key that has your own passkey.',
  },
  sign: {
    title: 'Nothing was signed',
    effect: 'Nothing was changed, and nothing was sent.',
    again: 'Try again with the device or security key that has your passkey.',
  },
};

/** A text that is different where a passkey is created and where one signs. */
type ByUse = string | { create: string; sign: string };

/** What a fault is called, why it happened, and what to do; the step's own words where they are left out. */
const EXPLANATIONS: Record<Fault, { title?: ByUse; cause?: ByUse; next?: ByUse }> = {
  taken: {
    title: { create: 'This device has one of your passkeys already', sign: 'This device could not use your passkey' },
    next: {
      create: 'Use another device or security key. To replace the passkey of this device, remove it first.',
      sign: 'Close other prompts of your browser, then try again. If it fails again, use another device with a passkey of yours.',
    },
  },
  unchecked: {
    title: 'This device cannot check who uses it',
    cause: 'A passkey here takes a fingerprint, a face or a PIN.',
    next: {
      create: 'Set up a screen lock or a PIN for the device or security key, then try again.',
      sign: 'Unlock the device or set its PIN again, then sign again, or sign with another passkey of yours.',
    },
  },
  algorithm: {
    title: {
      create: 'This device has no passkeys that the console can verify',
      sign: 'This device cannot sign here',
    },
    next: { create: 'Use another device or security key.', sign: 'Sign with another passkey of yours.' },
  },
  address: {
    title: 'The passkeys of this console belong to another address',
    cause: 'The browser refused to use a passkey on this page.',
    next: 'Open the console at its own address. If this is its address, tell an administrator.',
  },
  closed: { title: 'The passkey prompt was closed' },
  declined: {
    cause: {
      create: 'The browser’s prompt was declined, or not answered in time.',
      sign: 'The browser’s prompt was declined, not answered in time, or this device has none of your passkeys.',
    },
  },
  unsupported: {
    title: 'This browser has no passkeys',
    next: 'Use a current browser, and the console’s own address.',
  },
  other: {
    title: 'The browser could not use a passkey',
    next: 'Try again. If the problem stays, use another browser or device.',
  },
};

/**
 * Explains why the browser's passkey prompt gave nothing at a step. Takes what `@simplewebauthn/browser` threw: an
 * error whose `name` is WebAuthn's and whose `code` is the library's. Browsers tell a declined prompt from one that
 * timed out only by their texts, so both have one sentence.
 */
export function explainPrompt(thrown: unknown, step: PasskeyStep): Explanation {
  const { title, cause, next } = EXPLANATIONS[faultOf(thrown)];
  const own = STEPS[step];
  const use = step === 'add' || step === 'join' ? 'create' : 'sign';
  const read = (text: ByUse | undefined) => (typeof text === 'object' ? text[use] : text);
  return {
    title: read(title) ?? own.title,
    detail: [read(cause), own.effect].filter(Boolean).join(' '),
    next: read(next) ?? own.again,
  };
}

/** Explains why the console did not take a passkey at a step: `reason` is a sentence that says why. */
export function explainRefusedPasskey(reason: string, step: PasskeyStep): Explanation {
  const { title, effect } = STEPS[step];
  const next =
    step === 'add' || step === 'join'
      ? 'Use another device or security key.'
      : 'Try again with another passkey of yours that counts. If this happens again, tell an administrator.';
  return { title, detail: `${reason} ${effect}`, next };
}

function faultOf(thrown: unknown): Fault {
  const { name, code } = readError(thrown);
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError') return 'taken';
  if (code === 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT' || name === 'ConstraintError')
    return 'unchecked';
  if (code === 'ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG' || name === 'NotSupportedError')
    return 'algorithm';
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID' || name === 'SecurityError') return 'address';
  if (code === 'ERROR_CEREMONY_ABORTED' || name === 'AbortError') return 'closed';
  if (name === 'NotAllowedError') return 'declined';
  return name === 'Error' && isUnsupported(thrown) ? 'unsupported' : 'other';
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
