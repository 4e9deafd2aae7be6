'use client';

import { Suspense } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { lazyQueryPart } from '@/app/(console)/withdrawals/new/lazy-part';
import type { LimitedField } from '@/lib/risk/learned-limits-of-form';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

const DeclinedBefore = lazyQueryPart(
  async () => (await import('@/app/(console)/withdrawals/new/_fields/declined-before')).DeclinedBefore,
);

/** Limits that the service named before, below a field; loaded once there is an asset, a network and a value. */
export function DeclinedBeforePart({ field }: { field: LimitedField }) {
  const { control } = useFormContext<WithdrawalForm>();
  const isEntered = useWatch({ control, name: ['asset', 'network', field] }).every((text) => text.trim() !== '');
  if (!isEntered) return null;
  return (
    <Suspense>
      <DeclinedBefore field={field} />
    </Suspense>
  );
}
