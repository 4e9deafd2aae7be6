import type { Resolver } from 'react-hook-form';
import { loadQueries } from '@/app/(console)/withdrawals/new/lazy-part';
import type { Sendable } from '@/lib/withdrawals/sendable';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

// Together with what follows a successful check: the review, and what says that saving failed, which may be because the
// console cannot be reached.
const load = async () =>
  (
    await Promise.all([
      import('@/app/(console)/withdrawals/new/_review/check-form'),
      loadReview(),
      loadSaving(),
      loadSubmitError(),
      loadQueries(),
    ])
  )[0];

/** Loads the review of a checked form. */
export const loadReview = () => import('@/app/(console)/withdrawals/new/_review/withdrawal-review');

/** Loads what saves a reviewed form. */
export const loadSaving = () => import('@/app/(console)/withdrawals/new/_review/save');

/** Loads the notice of a form that was not saved. */
export const loadSubmitError = () => import('@/app/(console)/withdrawals/new/submit-error-notice');

/** Loads the code that checks the form before the person needs it. A failure is reported by the first check. */
export function preloadCheck(): void {
  load().catch(() => undefined);
}

/** Resolver that loads the checks first. Throws where they cannot be loaded. */
export const checkLazily: Resolver<WithdrawalForm, Sendable> = async (...given) => (await load()).checkForm(...given);
