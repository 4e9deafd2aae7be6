import type { Explanation } from '@/lib/problems';
import type { ReadDenial } from '@/lib/server/transfers/read';

/** Why a page has nothing to show, in words. */
export function explainDenial(denial: ReadDenial): Explanation {
  switch (denial.kind) {
    case 'signed-out':
      return { title: 'Your session has ended', detail: '', next: 'Load this page again to sign in.' };
    case 'forbidden':
      return { title: 'You may not read transfers', detail: denial.reason, next: 'Ask an administrator for a role.' };
    case 'not-found':
    case 'failed':
      return denial.explanation;
  }
}
