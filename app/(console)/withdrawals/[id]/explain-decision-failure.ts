import { explainDenial, isDenial } from '@/lib/http/denials';
import type { Explanation } from '@/lib/http/problems';
import type { DecisionFailure } from '@/lib/requests/contract';

const NOTHING_CHANGED = 'Nothing was changed, and nothing was sent.';

/** Explains why a decision on a request was not recorded, that nothing changed, and what to do next. */
export function explainDecisionFailure(failure: DecisionFailure): Explanation {
  if (isDenial(failure)) return explainDenial(failure, NOTHING_CHANGED);
  switch (failure.kind) {
    case 'not-found':
      return { title: 'Request not found', detail: NOTHING_CHANGED, next: 'Check the link.' };
    case 'invalid':
      return { title: failure.reason, detail: NOTHING_CHANGED, next: '' };
    case 'not-now':
      return {
        title: 'This action is no longer possible',
        detail: `${failure.reason} ${NOTHING_CHANGED}`,
        next: 'Go back to see the current status.',
      };
    case 'not-possible':
      return {
        title: 'Your decision was not recorded',
        detail: `${failure.reason} ${NOTHING_CHANGED}`,
        next: 'With a passkey that counts, try again. If this happens again, tell an administrator.',
      };
    case 'changed':
      return {
        title: 'The request has changed',
        detail: `${failure.reason} ${NOTHING_CHANGED}`,
        next: 'Go back to see the current version.',
      };
  }
}

/** The explanation for a decision whose answer was lost: it may have been recorded, and repeating it is safe. */
export const NO_ANSWER: Explanation = {
  title: 'The console did not answer',
  detail: 'Your decision may or may not have been recorded.',
  next: 'Try again. Repeating the same decision has no further effect.',
};
