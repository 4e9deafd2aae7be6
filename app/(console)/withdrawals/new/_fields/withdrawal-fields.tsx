'use client';

import { type ReactNode, Suspense, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { SaveTemplate } from '@/app/(console)/withdrawals/_templates/save-template';
import { AddressFields } from '@/app/(console)/withdrawals/new/_fields/address-fields';
import { DetailFields } from '@/app/(console)/withdrawals/new/_fields/detail-fields';
import type { Editing } from '@/app/(console)/withdrawals/new/editing';
import { FixedValueFields } from '@/app/(console)/withdrawals/new/_fields/fixed-value-fields';
import { lazyQueryPart } from '@/app/(console)/withdrawals/new/lazy-part';
import { TestPaymentFields } from '@/app/(console)/withdrawals/new/_fields/test-payment-fields';
import { ProfileField } from '@/app/(console)/withdrawals/new/_fields/profile-field';
import { PossibleNetworksContext } from '@/app/(console)/withdrawals/new/use-possible-networks';
import { useRegistry } from '@/app/(console)/withdrawals/new/use-registry';
import { TextArea } from '@/components/form/form-field';
import { ActionBar } from '@/components/ui/action-bar';
import { Button } from '@/components/ui/button';
import { Columns } from '@/components/ui/columns';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

const FormChecks = lazyQueryPart(
  async () => (await import('@/app/(console)/withdrawals/new/_review/form-checks')).FormChecks,
);

const FormValue = lazyQueryPart(
  async () => (await import('@/app/(console)/withdrawals/new/_review/form-checks')).FormValue,
);

const AvailableBalance = lazyQueryPart(
  async () => (await import('@/app/(console)/withdrawals/new/_fields/available-balance')).AvailableBalance,
);

interface WithdrawalFieldsProps {
  editing: Editing;
  attachments: ReactNode;
  isUploading: boolean;
}

/**
 * All fields of a withdrawal in the order of thought: to whom, how much, from where, and why
 * (docs/specification/service-interface.md#withdrawal-request). An amendment keeps its reference.
 */
export function WithdrawalFields({ editing, attachments, isUploading }: WithdrawalFieldsProps) {
  const { amendment, profiles } = editing;
  const isAmendment = amendment !== undefined;
  const { control, getValues, setValue } = useFormContext<WithdrawalForm>();
  const { hasBalances } = useRegistry();
  // The code that checks is loaded once there is a recipient to check, and what values amounts once there is one.
  const [network, address, asset, value] = useWatch({
    control,
    name: ['network', 'destinationAddress', 'asset', 'value'],
  });
  const hasRecipient = network !== '' && address !== '';
  const isComplete = hasRecipient && asset !== '' && value !== '';
  const fixed = useWatch({ control, name: 'fixed' });
  const possibleNetworks = useState<readonly string[]>([]);
  const [hasTest, setHasTest] = useState(() => getValues('testAmount') !== '');
  return (
    <PossibleNetworksContext value={possibleNetworks}>
      <Columns
        isAsideSticky
        aside={
          hasRecipient && (
            <Suspense>
              <FormChecks editing={editing} />
            </Suspense>
          )
        }
      >
        <div className="max-w-reading space-y-5">
          <Group title="To">
            <AddressFields profiles={profiles} />
          </Group>
          <Group title="How much">
            <FixedValueFields worth={isComplete && <FormValue editing={editing} />} />
            {hasTest && <TestPaymentFields hasFocus={getValues('testAmount') === ''} />}
          </Group>
          <Group title="From">
            <ProfileField profiles={profiles} />
            {hasBalances && (
              // As high while it is empty, so that nothing moves.
              <div aria-live="polite" className="mt-1 min-h-5 text-label text-dim">
                <Suspense>
                  <AvailableBalance />
                </Suspense>
              </div>
            )}
          </Group>
          <Group title="Why">
            <div className="grid gap-x-3 gap-y-4 sm:grid-cols-[minmax(0,1fr)_13rem]">
              <TextArea name="note" label="Note (optional, not sent)" rows={2} mono={false} />
              <div className="min-w-0">{attachments}</div>
            </div>
          </Group>
          <Group title="Details">
            <DetailFields amendment={amendment} />
          </Group>
        </div>
      </Columns>
      <div className="h-4" />
      <ActionBar isSticky>
        {/* One line on a phone, too. */}
        <div className="flex flex-wrap items-center gap-2 max-sm:gap-1.5 max-sm:[&_button]:px-2 max-sm:[&_button]:text-label">
          {/* What is reviewed has the files that were chosen. */}
          <Button type="submit" look="primary" disabled={isUploading}>
            Review
          </Button>
          {!isAmendment && (fixed === 'amount' || hasTest) && (
            <Button
              onClick={() => {
                setHasTest(!hasTest);
                if (hasTest) setValue('testAmount', '', { shouldValidate: true });
              }}
            >
              {hasTest ? 'No test payment' : 'Test payment first'}
            </Button>
          )}
          {!isAmendment && <SaveTemplate read={() => ({ form: getValues() })} />}
        </div>
      </ActionBar>
    </PossibleNetworksContext>
  );
}

/** The heading is beside its fields where there is room, so that the whole form fits a window. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-2 md:grid-cols-[5.5rem_minmax(0,1fr)]">
      <h2 className="text-heading font-semibold md:pt-6.5">{title}</h2>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
