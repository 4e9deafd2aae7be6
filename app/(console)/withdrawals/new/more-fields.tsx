'use client';

import { Suspense, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { lazyPart } from '@/app/(console)/withdrawals/new/lazy-part';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

const OptionalFields = lazyPart(
  async () => (await import('@/app/(console)/withdrawals/new/optional-fields')).OptionalFields,
);

/** Fields of the form that stand behind the disclosure. */
const MORE_FIELDS = [
  'identityId',
  'accountId',
  'balanceAsset',
  'feeId',
  'beneficiary',
] as const satisfies readonly (keyof WithdrawalForm)[];

/** Disclosure of the optional fields that few withdrawals need. They are loaded when it opens. */
export function MoreFields() {
  const { errors } = useFormState<WithdrawalForm>();
  const [isOpened, setIsOpened] = useState(false);
  // An issue must not hide behind a closed disclosure.
  const isOpen = isOpened || MORE_FIELDS.some((name) => errors[name] !== undefined);
  return (
    <>
      <div className="sm:col-span-2">
        <button
          type="button"
          aria-expanded={isOpen}
          className="text-dim hover:text-ink"
          onClick={() => setIsOpened(!isOpen)}
        >
          <span aria-hidden>{isOpen ? '▾ ' : '▸ '}</span>More fields
        </button>
      </div>
      {isOpen && (
        <Suspense>
          <OptionalFields />
        </Suspense>
      )}
    </>
  );
}
