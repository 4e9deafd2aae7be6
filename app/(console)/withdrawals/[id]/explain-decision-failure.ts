import { explainRateLimit } from '@/lib/http/rate-limits';
import { OUTAGE } from '@/lib/http/outage';
import type { Explanation } from '@/lib/http/problems';
import type { DecisionFailure } from '@/lib/server/requests/decide';

const NOTHING = 'Your decision was not taken, and nothing was sent because of it.';

/** Why a decision on a request was not taken, that nothing changed, and what to do next. */
export function explainDecisionFailure(failure: DecisionFailure): Explanation {
  switch (failure.kind) {
    case 'signed-out':
      return { title: 'Your session has ended', detail: NOTHING, next: 'Sign in again.' };
    case 'not-found':
      return { title: 'There is no such request', detail: NOTHING, next: 'Check the link.' };
    case 'forbidden':
      return {
        title: 'You may not do this',
        detail: `${failure.reason} ${NOTHING}`,
        next: 'Your role may have changed. Ask an administrator.',
      };
    case 'too-many':
      return explainRateLimit(failure);
    case 'unavailable':
      return OUTAGE;
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
    case 'stale-sign-in':
      return { title: 'Your sign-in is too old for this', detail: `${failure.reason} ${NOTHING}`, next: '' };
  }
}

/** The answer was lost: it may have been taken, and asking again does no harm. */
export const NO_ANSWER: Explanation = {
  title: 'The console did not answer',
  detail: 'Your decision may or may not have been taken.',
  next: 'Try again: the same decision twice counts once.',
};
