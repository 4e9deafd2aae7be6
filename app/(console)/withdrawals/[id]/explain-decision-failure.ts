import { explainDenial, isDenial } from '@/lib/http/denials';
import type { Explanation } from '@/lib/http/problems';
import type { DecisionFailure } from '@/lib/requests/contract';

const NOTHING = 'Your decision was not taken, and nothing was sent because of it.';

/** Why a decision on a request was not taken, that nothing changed, and what to do next. */
export function explainDecisionFailure(failure: DecisionFailure): Explanation {
  if (isDenial(failure)) return explainDenial(failure, NOTHING);
  switch (failure.kind) {
    case 'not-found':
      return { title: 'There is no such request', detail: NOTHING, next: 'Check the link.' };
    case 'invalid':
      return { title: failure.reason, detail: NOTHING, next: '' };
    case 'not-now':
      return {
        title: 'This can no longer be done',
        detail: `${failure.reason} ${NOTHING}`,
        next: 'Go back to see where it stands.',
      };
    case 'changed':
      return { title: 'It was changed in the meantime', detail: `${failure.reason} ${NOTHING}`, next: '' };
  }
}

/** The answer was lost: it may have been taken, and asking again does no harm. */
export const NO_ANSWER: Explanation = {
  title: 'The console did not answer',
  detail: 'Your decision may or may not have been taken.',
  next: 'Try again: the same decision twice counts once.',
};
