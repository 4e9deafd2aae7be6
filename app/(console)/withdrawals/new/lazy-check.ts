import type { Resolver } from 'react-hook-form';
import type { Registry } from '@/lib/networks/assets';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

// With the review, which is shown only of what was checked.
const load = async () => (await Promise.all([import('@/app/(console)/withdrawals/new/check-form'), loadReview()]))[0];

/** What shows a checked form before it is submitted. */
export const loadReview = () => import('@/app/(console)/withdrawals/new/withdrawal-review');

/** Loads what checks the form, once somebody is about to fill it in. Where that fails, the first check says so. */
export function preloadCheck(): void {
  load().catch(() => undefined);
}

/** Checks the form by what is loaded then. Throws where that cannot be loaded. */
export const checkLazily: Resolver<WithdrawalForm, Registry> = async (...given) => (await load()).checkForm(...given);
