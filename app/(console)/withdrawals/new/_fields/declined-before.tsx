'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { useLearnedLimits } from '@/app/(console)/withdrawals/new/use-learned-limits';
import { UntrustedText } from '@/components/values/untrusted-text';
import { type LimitedField, listDeclinedInForm } from '@/lib/risk/learned-limits-of-form';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

const MAX_LENGTH = 1000;

/** Says which limits the service named before that what is entered does not satisfy. Information: it stops nothing. */
export function DeclinedBefore({ field }: { field: LimitedField }) {
  const { control } = useFormContext<WithdrawalForm>();
  const form = useWatch({ control }) as WithdrawalForm;
  const limits = useLearnedLimits({
    network: form.network,
    asset: form.asset.trim(),
    address: form.destinationAddress.trim(),
    feeId: form.feeId.trim(),
  });
  return (
    // The element is there before its first text, so that screen readers announce it.
    <div role="status" className="mt-1 text-label text-warn [overflow-wrap:anywhere] empty:hidden">
      {listDeclinedInForm(limits, form)
        .filter(({ path }) => path === field)
        .map(({ message }) => (
          <p key={message}>
            <UntrustedText text={message} limit={MAX_LENGTH} />
          </p>
        ))}
    </div>
  );
}
