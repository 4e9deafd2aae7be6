import fc from 'fast-check';
import { expect, it } from 'vitest';
import { explainPrompt } from '@/lib/passkeys/explain-prompt';

const thrown = (name: string, code?: string) => Object.assign(new Error('text of a browser'), { name, code });

it.each([
  ['NotAllowedError', 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY', 'No passkey was added', 'Nothing was signed'],
  ['InvalidStateError', 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED', 'This device has one of your passkeys already'],
  ['ConstraintError', 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT', 'This device cannot check who uses it'],
  ['NotSupportedError', undefined, 'This device has no passkeys that the console can verify'],
  ['SecurityError', 'ERROR_INVALID_RP_ID', 'The passkeys of this console belong to another address'],
  ['AbortError', 'ERROR_CEREMONY_ABORTED', 'The passkey prompt was closed'],
  ['UnknownError', 'ERROR_AUTHENTICATOR_GENERAL_ERROR', 'The browser could not use a passkey'],
])('%s (%s) is “%s”', (name, code, created, signed = created) => {
  expect(explainPrompt(thrown(name, code), 'create').title).toBe(created);
  expect(explainPrompt(thrown(name, code), 'sign').title).toBe(signed);
});

it('says that a browser has no passkeys', () => {
  expect(explainPrompt(new Error('WebAuthn is not supported in this browser'), 'create').title).toBe(
    'This browser has no passkeys',
  );
});

it('says of whatever is thrown that nothing was changed and what to do next, and shows none of its text', () => {
  fc.assert(
    fc.property(fc.anything(), fc.constantFrom('create', 'sign'), (anything, step) => {
      const { detail, next } = explainPrompt(anything, step);
      expect(detail).toContain('Nothing was changed.');
      expect(next).not.toBe('');
    }),
  );
});
