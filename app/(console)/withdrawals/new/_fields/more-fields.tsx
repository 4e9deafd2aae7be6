'use client';

import { Suspense, useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { lazyPart } from '@/app/(console)/withdrawals/new/lazy-part';
import { useRegistry } from '@/app/(console)/withdrawals/new/use-registry';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import { OPTIONAL_FIELDS } from '@/lib/withdrawals/fields';

const OptionalFields = lazyPart(
  async () => (await import('@/app/(console)/withdrawals/new/_fields/optional-fields')).OptionalFields,
);

/** Fields of the form behind the disclosure. */
const MORE_FIELDS = [...OPTIONAL_FIELDS.map(({ name }) => name), 'beneficiary'] as const;

/** Disclosure of the optional fields that few withdrawals need. They are loaded when it opens. */
export function MoreFields() {
  const { control } = useFormContext<WithdrawalForm>();
  const { errors } = useFormState<WithdrawalForm>();
  const { beneficiary } = useRegistry();
  const kind = useWatch({ control, name: 'beneficiary.kind' });
  const [isOpened, setIsOpened] = useState(false);
  // Neither an issue nor a value that is not sent may hide behind a closed disclosure.
  const isOmitted = beneficiary === 'omit' && kind !== 'none';
  const isOpen = isOpened || isOmitted || MORE_FIELDS.some((name) => errors[name] !== undefined);
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
