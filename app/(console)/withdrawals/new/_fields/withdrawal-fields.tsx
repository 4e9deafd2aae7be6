'use client';

import { type ReactNode, Suspense } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { SaveTemplate } from '@/app/(console)/withdrawals/_templates/save-template';
import { AddressFields } from '@/app/(console)/withdrawals/new/_fields/address-fields';
import { AssetFields } from '@/app/(console)/withdrawals/new/_fields/asset-fields';
import type { Editing } from '@/app/(console)/withdrawals/new/editing';
import { FixedValueFields } from '@/app/(console)/withdrawals/new/_fields/fixed-value-fields';
import { lazyQueryPart } from '@/app/(console)/withdrawals/new/lazy-part';
import { MetadataFields } from '@/app/(console)/withdrawals/new/_fields/metadata-fields';
import { TestPaymentFields } from '@/app/(console)/withdrawals/new/_fields/test-payment-fields';
import { ProfileField } from '@/app/(console)/withdrawals/new/_fields/profile-field';
import { MoreFields } from '@/app/(console)/withdrawals/new/_fields/more-fields';
import { OutcomePreview } from '@/app/(console)/withdrawals/new/_fields/outcome-preview';
import { useRegistry } from '@/app/(console)/withdrawals/new/use-registry';
import { TextArea, TextField } from '@/components/form/form-field';
import { ActionBar } from '@/components/ui/action-bar';
import { Button } from '@/components/ui/button';
import { Columns } from '@/components/ui/columns';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { routes } from '@/lib/http/routes';
import { theService } from '@/lib/text/service-name';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

const RecipientPreview = lazyQueryPart(
  async () => (await import('@/app/(console)/withdrawals/new/_fields/recipient-preview')).RecipientPreview,
);

const AvailableBalance = lazyQueryPart(
  async () => (await import('@/app/(console)/withdrawals/new/_fields/available-balance')).AvailableBalance,
);

/**
 * All fields of a withdrawal, the common ones first, and a note for the approvers
 * (docs/specification/service-interface.md#withdrawal-request). An amendment keeps its reference.
 */
export function WithdrawalFields({
  amendment,
  profiles,
  attachments,
  isUploading,
}: Pick<Editing, 'amendment' | 'profiles'> & { attachments: ReactNode; isUploading: boolean }) {
  const isAmendment = amendment !== undefined;
  const { control, getValues } = useFormContext<WithdrawalForm>();
  const { hasBalances } = useRegistry();
  // The code that reads addresses is loaded once there is one.
  const isComplete = useWatch({ control, name: ['network', 'destinationAddress', 'asset', 'value'] }).every(
    (text) => text !== '',
  );
  return (
    <Columns
      isAsideSticky
      aside={
        <>
          <OutcomePreview />
          {isComplete && (
            <Suspense>
              <RecipientPreview exceptId={amendment?.requestId} />
            </Suspense>
          )}
        </>
      }
      after={
        <ActionBar isSticky>
          <div className="flex flex-wrap items-center gap-2">
            {/* What is reviewed has the files that were chosen. */}
            <Button type="submit" look="primary" disabled={isUploading}>
              Review
            </Button>
            {!isAmendment && <SaveTemplate read={() => ({ form: getValues() })} />}
          </div>
        </ActionBar>
      }
    >
      <Panel className="grid gap-4 sm:grid-cols-2">
        <div className="min-w-0">
          <ProfileField profiles={profiles} />
          {hasBalances && (
            // As high while it is empty, so that nothing moves.
            <div aria-live="polite" className="mt-1 min-h-5 text-label text-dim">
              <Suspense>
                <AvailableBalance />
              </Suspense>
            </div>
          )}
        </div>
        <TextField
          name="referenceId"
          label="Reference ID"
          hint={
            amendment ? (
              <>
                The reference of a request cannot change. For another one,{' '}
                <Link className="underline" href={routes.repeatWithdrawal({ request: amendment.requestId })}>
                  start a new withdrawal with these values
                </Link>
                .
              </>
            ) : (
              'Optional. Leave empty to have a reference generated.'
            )
          }
          readOnly={isAmendment}
          mono
        />
        <AssetFields />
        <AddressFields />
        <FixedValueFields />
        {!isAmendment && <TestPaymentFields />}
        <MetadataFields />
        <MoreFields />
        <TextArea
          name="note"
          label="Note (optional, not sent)"
          rows={2}
          className="sm:col-span-2"
          hint={`The reason for this withdrawal. Approvers read the note; ${theService()} does not get it.`}
        />
        <div className="sm:col-span-2">{attachments}</div>
      </Panel>
    </Columns>
  );
}
