'use client';

import { Suspense, useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { AddressFields } from '@/app/(console)/withdrawals/new/address-fields';
import { AssetFields } from '@/app/(console)/withdrawals/new/asset-fields';
import type { Editing } from '@/app/(console)/withdrawals/new/editing';
import { FixedValueFields } from '@/app/(console)/withdrawals/new/fixed-value-fields';
import { lazyPart } from '@/app/(console)/withdrawals/new/lazy-part';
import { MetadataFields } from '@/app/(console)/withdrawals/new/metadata-fields';
import { TestPaymentFields } from '@/app/(console)/withdrawals/new/test-payment-fields';
import { MORE_FIELDS, MoreFields } from '@/app/(console)/withdrawals/new/more-fields';
import { OutcomePreview } from '@/app/(console)/withdrawals/new/outcome-preview';
import { TextArea, TextField } from '@/components/form/form-field';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

const RecipientPreview = lazyPart(
  async () => (await import('@/app/(console)/withdrawals/new/recipient-preview')).RecipientPreview,
);

/** Every field of section 2.1, the common ones first, and a note for whoever decides. A request that exists keeps its reference. */
export function WithdrawalFields({ amendment }: Pick<Editing, 'amendment'>) {
  const isReferenceFixed = amendment !== undefined;
  const { control } = useFormContext<WithdrawalForm>();
  const { errors } = useFormState({ control });
  const [isOpened, setIsOpened] = useState(false);
  // What reads addresses is loaded once there is one.
  const isTold = useWatch({ control, name: ['network', 'destinationAddress', 'asset', 'value'] }).every(
    (text) => text !== '',
  );
  // A fault must not hide behind a closed disclosure.
  const hasHiddenFault = MORE_FIELDS.some((name) => errors[name] !== undefined);
  const isOpen = isOpened || hasHiddenFault;

  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
      <Panel className="grid gap-4 sm:grid-cols-2">
        <TextField name="profileId" label="Profile ID" hint="Whose balance is debited." mono />
        <TextField
          name="referenceId"
          label="Reference ID"
          hint={isReferenceFixed ? 'It stays what it was.' : 'Kept for good. Leave it empty to have one made.'}
          readOnly={isReferenceFixed}
          mono
        />
        <AssetFields />
        <AddressFields />
        <FixedValueFields />
        {!isReferenceFixed && <TestPaymentFields />}
        <MetadataFields />
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
        {isOpen && <MoreFields />}
        <TextArea
          name="note"
          label="Note (not sent)"
          rows={2}
          className="sm:col-span-2"
          hint="Why it is asked for. Whoever decides reads it; the service never gets it."
        />
      </Panel>
      <div className="space-y-4 lg:sticky lg:top-20">
        <OutcomePreview />
        <Button type="submit" look="primary">
          Review
        </Button>
        {/* Below the button, which must not move when this comes. */}
        {isTold && (
          <Suspense>
            <RecipientPreview exceptId={amendment?.requestId} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
