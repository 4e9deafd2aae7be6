import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainPrompt, explainRefusedPasskey, PASSKEY_STEPS, type PasskeyStep } from '@/lib/passkeys/explain-prompt';

const thrown = (name: string, code?: string) => Object.assign(new Error('text of a browser'), { name, code });

/** What browsers throw, and what it is called where a passkey is created and where one signs. */
const THROWN: [error: Error, created: string, signed: string][] = [
  [thrown('NotAllowedError', 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY'), 'No passkey was added', 'Nothing was signed'],
  [
    thrown('InvalidStateError', 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'),
    'This device has one of your passkeys already',
    'This device could not use your passkey',
  ],
  ...(
    [
      [
        thrown('ConstraintError', 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT'),
        'This device cannot check who uses it',
      ],
      [thrown('SecurityError', 'ERROR_INVALID_RP_ID'), 'The passkeys of this console belong to another address'],
      [thrown('AbortError', 'ERROR_CEREMONY_ABORTED'), 'The passkey prompt was closed'],
      [thrown('UnknownError', 'ERROR_AUTHENTICATOR_GENERAL_ERROR'), 'The browser could not use a passkey'],
      [new Error('WebAuthn is not supported in this browser'), 'This browser has no passkeys'],
    ] as const
  ).map(([error, title]): [Error, string, string] => [error, title, title]),
  [
    thrown('NotSupportedError'),
    'This device has no passkeys that the console can verify',
    'This device cannot sign here',
  ],
];
const CREATING: readonly PasskeyStep[] = ['add', 'join'];

describe.each(PASSKEY_STEPS)('at the step “%s”', (step) => {
  const isCreating = CREATING.includes(step);

  it.each(THROWN)('%s has a title and a next step of its own', (error, created, signed) => {
    const { title, detail, next } = explainPrompt(error, step);
    const isOwnTitle = step === 'sign-new' && signed === 'Nothing was signed';
    expect(title).toBe(isOwnTitle ? 'The new passkey has not signed' : isCreating ? created : signed);
    expect(detail).toContain('Nothing was changed');
    expect(next).not.toBe('');
  });

  it('nothing sends a person who signs to the list of passkeys, or to another passkey of the list', () => {
    for (const [error] of THROWN) {
      const { title, detail, next } = explainPrompt(error, step);
      const said = [title, detail, next].join(' ');
      if (isCreating) expect(said).not.toMatch(/\bsign/);
      else expect(said).not.toMatch(/remove|add a passkey|was added/i);
    }
  });

  it('a passkey that the console does not take is told with its reason', () => {
    const { title, detail, next } = explainRefusedPasskey('The signature is not valid.', step);
    expect(detail).toMatch(/^The signature is not valid\. Nothing was changed/);
    expect(title).not.toBe('');
    expect(next).toMatch(isCreating ? /another device/ : /another passkey of yours/);
  });

  it('whatever is thrown is explained, and none of its text is shown', () => {
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        const { detail, next } = explainPrompt(anything, step);
        expect(detail).toContain('Nothing was changed');
        expect(next).not.toBe('');
      }),
    );
  });
});

it('says how each step is done again after a declined prompt', () => {
  const next = PASSKEY_STEPS.map((step) => explainPrompt(thrown('NotAllowedError'), step).next);
  expect(new Set(next).size).toBe(PASSKEY_STEPS.length);
  expect(next[PASSKEY_STEPS.indexOf('sign-new')]).toContain('Repeat step 2');
});
