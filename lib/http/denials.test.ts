import { describe, expect, it } from 'vitest';
import { type Denial, explainDenial, isDenial, type StaleSignIn, staleSignIn } from '@/lib/http/denials';

const EFFECT = 'Nothing was saved and nothing was sent.';
const DENIALS: (Denial | StaleSignIn)[] = [
  { kind: 'signed-out' },
  { kind: 'forbidden', reason: 'Only administrators can change the policy.' },
  { kind: 'too-many', retryAfterS: 20 },
  { kind: 'unavailable' },
  { kind: 'too-large' },
  staleSignIn(5, { isTimeKnown: true }),
  staleSignIn(5, { isTimeKnown: false }),
];

describe('a denial', () => {
  it.each(DENIALS)('of kind $kind says what happened, that nothing changed, and what to do', (denial) => {
    const { title, detail, next } = explainDenial(denial, EFFECT);
    expect(title).not.toBe('');
    expect(detail).toContain(EFFECT);
    expect(next).not.toBe('');
    expect(isDenial(denial)).toBe(true);
  });

  it('of an older page says that nothing was recorded and the text is kept, whatever was asked', () => {
    for (const effect of [EFFECT, ''])
      expect(explainDenial({ kind: 'outdated' }, effect)).toEqual({
        title: 'This page is older than the console',
        detail: 'Nothing was recorded, and your text is kept.',
        next: 'Reload the page, then try again.',
      });
    expect(isDenial({ kind: 'outdated' })).toBe(true);
  });

  it('gives its own reason before the effect', () => {
    expect(explainDenial({ kind: 'forbidden', reason: 'Only approvers can approve.' }, EFFECT).detail).toBe(
      `Only approvers can approve. ${EFFECT}`,
    );
  });

  it('of a read says nothing about changes', () => {
    expect(explainDenial({ kind: 'signed-out' }, '').detail).toBe('');
  });

  it('says when to try again after too many requests', () => {
    expect(explainDenial({ kind: 'too-many', retryAfterS: 20 }, EFFECT)).toEqual({
      title: 'Too many requests',
      detail: EFFECT,
      next: 'Try again in 20 seconds.',
    });
    expect(explainDenial({ kind: 'too-many', retryAfterS: 1 }, EFFECT).next).toBe('Try again in one second.');
  });

  it('says why a fresh sign-in did not help where the provider does not state its time', () => {
    const { detail, next } = explainDenial(staleSignIn(5, { isTimeKnown: false }), EFFECT);
    expect(detail).toBe(
      `Your company’s sign-in did not say when you signed in, so your sign-in counts as old. ${EFFECT}`,
    );
    expect(next).toContain('the Status page says what to configure');
    expect(explainDenial(staleSignIn(5, { isTimeKnown: true }), EFFECT).next).toBe(
      'Renew your sign-in, then try again.',
    );
  });

  it('is told apart from the failures of one action', () => {
    expect(isDenial({ kind: 'not-found' })).toBe(false);
  });
});
