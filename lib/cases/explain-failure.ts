import type { CaseFailure } from '@/lib/cases/contract';
import { explainDenial, isDenial } from '@/lib/http/denials';
import type { Explanation } from '@/lib/http/problems';

/**
 * Explains why a note, a settlement or a watch was not saved; `title` says which of them, such as "The note was not
 * added".
 */
export function explainCaseFailure(failure: CaseFailure, title: string): Explanation {
  if (isDenial(failure)) return explainDenial(failure, NOTHING_SAVED);
  switch (failure.kind) {
    case 'not-found':
      return {
        title,
        detail: `The console’s copy of all transfers does not have this transfer. ${NOTHING_SAVED}`,
        next: 'Open the page of the transfer to read it from the service, and try again.',
      };
    case 'invalid':
      return { title, detail: `${failure.reason} ${NOTHING_SAVED}`, next: 'Correct the text and try again.' };
    case 'not-now':
      return { title, detail: `${failure.reason} ${NOTHING_SAVED}`, next: 'Look at the current state and try again.' };
  }
}

/** Explains that the console did not answer, so that what was to be saved may be saved or not. */
export function explainUnknownOutcome(title: string): Explanation {
  return {
    title,
    detail: 'The console did not answer, so this may or may not be saved. Nothing was sent.',
    next: 'Load the page again to see, then try again if needed.',
  };
}

const NOTHING_SAVED = 'Nothing was saved, and nothing was sent.';
