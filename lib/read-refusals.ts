import type { Explanation } from '@/lib/problems';

/** Why somebody is shown nothing. */
export type ReadRefusal = { kind: 'signed-out' } | { kind: 'forbidden'; reason: string } | { kind: 'not-found' | 'failed'; explanation?: Explanation };

/** The same in words, with what to do next. */
export function explainReadRefusal(refusal: ReadRefusal): Explanation {
  switch (refusal.kind) {
    case 'signed-out':
      return { title: 'Your session has ended', detail: '', next: 'Load the page again to sign in.' };
    case 'forbidden':
      return { title: 'You may not read this', detail: refusal.reason, next: 'Ask an administrator for a role.' };
    case 'not-found':
    case 'failed':
      return refusal.explanation ?? { title: 'There is nothing under this address', detail: '', next: 'Check the address.' };
  }
}
