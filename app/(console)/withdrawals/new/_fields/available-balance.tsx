'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { pauseTyping } from '@/app/(console)/withdrawals/new/pause-typing';
import { fetchJson } from '@/components/data/fetch-json';
import { Money } from '@/components/values/money';
import { Time } from '@/components/values/time';
import { balanceEndpoint } from '@/lib/balances/contract';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

// As long as the console itself keeps a balance.
const STALE_MS = 10_000;

/** What the chosen profile has available of the asset whose balance falls. Stops nothing. */
export function AvailableBalance() {
  const { control } = useFormContext<WithdrawalForm>();
  const [profileId, asset, balanceAsset] = useWatch({ control, name: ['profileId', 'asset', 'balanceAsset'] });
  const question = { profile: profileId.trim(), asset: (balanceAsset || asset).trim() };
  const call = question.profile === '' || question.asset === '' ? undefined : balanceEndpoint(question);
  const { data, isError } = useQuery({
    queryKey: ['balance', call?.path],
    queryFn:
      call === undefined ? skipToken : ({ signal }) => pauseTyping(signal).then(() => fetchJson(call, { signal })),
    staleTime: STALE_MS,
    retry: false,
  });
  if (call === undefined || (data === undefined && !isError)) return null;
  if (!data) return 'Balance not known';
  return (
    <>
      Available: <Money amount={data.available} asset={data.asset} />, <Time iso={data.at} />
    </>
  );
}
