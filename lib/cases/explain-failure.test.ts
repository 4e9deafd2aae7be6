import { expect, it } from 'vitest';
import { explainCaseFailure, explainUnknownOutcome } from '@/lib/cases/explain-failure';

it.each([
  [{ kind: 'signed-out' as const }, 'Your session has ended'],
  [{ kind: 'forbidden' as const, reason: 'Only support can.' }, 'You do not have permission'],
  [{ kind: 'not-found' as const }, 'The note was not added'],
  [{ kind: 'invalid' as const, reason: 'Enter a note.' }, 'The note was not added'],
  [{ kind: 'not-now' as const, reason: 'Already settled.' }, 'The note was not added'],
])('says of %j what happened, that nothing was sent, and what to do', (failure, title) => {
  const explanation = explainCaseFailure(failure, 'The note was not added');
  expect(explanation.title).toBe(title);
  expect(explanation.detail).toContain('Nothing was saved, and nothing was sent.');
  expect(explanation.next).not.toBe('');
});

it('does not claim an outcome that it does not know', () => {
  expect(explainUnknownOutcome('It is not known whether the note was added').detail).toContain('may or may not');
});
