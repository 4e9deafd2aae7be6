'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { PAUSE_MS, pauseTyping } from '@/app/(console)/withdrawals/new/pause-typing';
import { fetchJson } from '@/components/data/fetch-json';
import { recipientChecksEndpoint } from '@/lib/requests/contract';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** Members of a withdrawal that the recipient checks depend on. */
export interface RecipientQuestion {
  network: string;
  address: string;
  asset: string;
  memo: string;
  profile: string;
  value: string;
  balanceAsset: string;
  fees: string;
}

/** Counts the fees that come on top of the value of a form: a test payment has its own. */
export function countFees({ fixed, testAmount }: Pick<WithdrawalForm, 'fixed' | 'testAmount'>): string {
  if (fixed === 'total') return '0';
  return testAmount.trim() === '' ? '1' : '2';
}

/** Reads the recipient checks of a withdrawal before its submission; reads nothing without a question. */
export function useRecipientChecks(question: RecipientQuestion | undefined, exceptId: string | undefined) {
  const call = question && recipientChecksEndpoint({ ...question, except: exceptId ?? '' });
  return useQuery({
    queryKey: ['recipient-checks', call?.path],
    queryFn:
      call === undefined ? skipToken : ({ signal }) => pauseTyping(signal).then(() => fetchJson(call, { signal })),
    staleTime: PAUSE_MS,
    retry: 1,
  });
}
