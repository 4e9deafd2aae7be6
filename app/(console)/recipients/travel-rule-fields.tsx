'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { ProviderField, ProviderId } from '@/app/(console)/recipients/provider-field';
import { QueryProvider } from '@/components/data/query-provider';
import { SelectField, TextField } from '@/components/form/form-field';
import { Button } from '@/components/ui/button';
import type { RecipientForm } from '@/lib/recipients/form';
import { CUSTODY_LABELS, EMPTY_TRAVEL_RULE, RECEIVER_LABELS } from '@/lib/recipients/travel-rule';
import { theService } from '@/lib/text/service-name';

interface TravelRuleFieldsProps {
  /** Whether the service's directory of providers can be searched. */
  hasDirectory: boolean;
}

/** Fields of the travel-rule data of an entry; one alone until there are any. */
export function TravelRuleFields({ hasDirectory }: TravelRuleFieldsProps) {
  const { control, setValue } = useFormContext<RecipientForm>();
  const data = useWatch({ control, name: 'travelRule' });
  const hasData = Object.values(data).some((text: string) => text !== '');
  return (
    <fieldset className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
      <legend className="sr-only">Travel-rule data</legend>
      <SelectField
        name="travelRule.custody"
        label="Held by"
        hint={`For the travel rule, which ${theService()} applies to large withdrawals.`}
      >
        <option value="">No travel-rule data</option>
        <Options labels={CUSTODY_LABELS} />
      </SelectField>
      {hasData && (
        <>
          <SelectField name="travelRule.receiver" label="Received by">
            <option value="">Choose…</option>
            <Options labels={RECEIVER_LABELS} />
          </SelectField>
          {(data.custody !== 'own-wallet' || data.provider !== '' || data.website !== '') && (
            <>
              {hasDirectory ? (
                <QueryProvider>
                  <ProviderField />
                </QueryProvider>
              ) : (
                <TextField
                  name="travelRule.provider"
                  label="Provider"
                  hint={data.providerId === '' ? 'Its legal name.' : <ProviderId id={data.providerId} />}
                  rules={{ onChange: () => setValue('travelRule.providerId', '') }}
                />
              )}
              <TextField name="travelRule.website" label="Provider website (optional)" />
            </>
          )}
          <TextField name="travelRule.purpose" label="Purpose" hint="Why it is paid, such as “Supplier invoices”." />
          <TextField
            name="travelRule.identities"
            label="Identity IDs (optional)"
            mono
            hint="Only for withdrawals that name an identity, separated by commas."
          />
          <TextField
            name="travelRule.savedOn"
            label="Saved on"
            hint={
              hasDirectory
                ? `Leave empty where the console saves the data: “Save at ${theService()}” on the recipient’s page.`
                : `The day on which the data were saved at ${theService()}, such as 2026-11-30. Empty before that.`
            }
          />
          <TextField name="travelRule.savedBy" label="Saved by" />
          <div className="sm:col-span-2">
            <Button
              look="quiet"
              onClick={() => setValue('travelRule', EMPTY_TRAVEL_RULE, { shouldDirty: true, shouldValidate: true })}
            >
              Remove travel-rule data
            </Button>
          </div>
        </>
      )}
    </fieldset>
  );
}

function Options({ labels }: { labels: Record<string, string> }) {
  return Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
