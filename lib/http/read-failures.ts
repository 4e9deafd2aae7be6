import { type Denial, explainDenial, isDenial } from '@/lib/http/denials';
import type { Explanation } from '@/lib/http/problems';

/** Reasons for which a read returns nothing. */
export type ReadFailure = Denial | { kind: 'not-found' | 'failed'; explanation?: Explanation };

/** Returns the HTTP status of a route's answer to a failed read. */
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
    case 'outdated':
      return 404;
    case 'too-large':
      return 413;
    case 'not-found':
    case 'failed':
      return status;
  }
}

/** Explains a failed read: what happened and what to do next. */
export function explainReadFailure(failure: ReadFailure): Explanation {
  if (isDenial(failure)) return explainDenial(failure, '');
  return failure.explanation ?? { title: 'Not found', detail: '', next: 'Check the address.' };
}
