import { explainRateLimit } from '@/lib/http/rate-limits';
import { OUTAGE } from '@/lib/http/outage';
import type { Explanation } from '@/lib/http/problems';

/** Why somebody is shown nothing. */
export type ReadFailure =
  | { kind: 'signed-out' }
  | { kind: 'forbidden'; reason: string }
  | { kind: 'too-many'; retryAfterS: number }
  | { kind: 'unavailable' }
  | { kind: 'not-found' | 'failed'; explanation?: Explanation };

/** The status of a route's answer that says so. */
export function statusOf({ kind, status = 404 }: ReadFailure & { status?: number }): number {
  switch (kind) {
    case 'signed-out':
      return 401;
    case 'forbidden':
      return 403;
    case 'too-many':
      return 429;
    case 'unavailable':
      return 503;
    case 'not-found':
    case 'failed':
      return status;
  }
}

/** The same in words, with what to do next. */
export function explainReadFailureOf(refusal: ReadFailure): Explanation {
  switch (refusal.kind) {
    case 'signed-out':
      return { title: 'Your session has ended', detail: '', next: 'Load the page again to sign in.' };
    case 'forbidden':
      return { title: 'You may not read this', detail: refusal.reason, next: 'Ask an administrator for a role.' };
    case 'too-many':
      return explainRateLimit(refusal);
    case 'unavailable':
      return OUTAGE;
    case 'not-found':
    case 'failed':
      return (
        refusal.explanation ?? { title: 'There is nothing under this address', detail: '', next: 'Check the address.' }
      );
  }
}
