'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { DiscardButton } from '@/app/(console)/_proposals/discard-button';
import { checkEntry } from '@/app/(console)/recipients/check-entries';
import { ProposeEntry, type Reviewed } from '@/app/(console)/recipients/propose-entry';
import { RecipientFields } from '@/app/(console)/recipients/recipient-fields';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { explainError } from '@/components/data/fetch-json';
import { ActionBar } from '@/components/ui/action-bar';
import { Button } from '@/components/ui/button';
import { Columns } from '@/components/ui/columns';
import { Panel } from '@/components/ui/panel';
import type { Network } from '@/lib/networks/network-definition';
import type { Explanation } from '@/lib/http/problems';
import { createRecipientSchema } from '@/lib/recipients/entry-checks';
import { EMPTY_RECIPIENT_FORM, type RecipientForm, toRecipientEntry, toRecipientForm } from '@/lib/recipients/form';
import { explainSaved, type RecipientChoice, type RecipientEntry } from '@/lib/recipients/recipients';
import { routes } from '@/lib/http/routes';

interface RecipientEditorProps {
  networks: readonly Network[];
  /** Whether the service's directory of providers can be searched. */
  hasDirectory: boolean;
  /** The entry to change; absent to add a new one. */
  changed?: RecipientChoice;
}

/** Form for an entry of the address book. Nothing changes before a second person confirms the proposal. */
export function RecipientEditor({ networks, hasDirectory, changed }: RecipientEditorProps) {
  const router = useRouter();
  // The same form makes one proposal, however often it is sent.
  const [id] = useState(() => changed?.id ?? crypto.randomUUID());
  const [reviewed, setReviewed] = useState<Reviewed>();
  const [failure, setFailure] = useState<Explanation>();
  const form = useForm<RecipientForm, unknown, RecipientEntry>({
    resolver: zodResolver(createRecipientSchema(networks)),
    defaultValues: changed ? toRecipientForm(changed) : EMPTY_RECIPIENT_FORM,
    mode: 'onTouched',
  });
  const { setFocus, setError } = form;
  useEffect(() => setFocus('name'), [setFocus]);

  const review = async (entry: RecipientEntry) => {
    setFailure(undefined);
    try {
      const { saved, similarAddresses } = await checkEntry(entry);
      if (saved && saved.id !== id) setError('address', { message: explainSaved(saved) }, { shouldFocus: true });
      else setReviewed({ entry, similarAddresses });
    } catch (error) {
      setFailure(explainError(error as Error));
    }
  };
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void form.handleSubmit(review)(event)}>
        <Columns
          aside={
            <Panel title="What happens next">
              <p>
                You review the entry and the addresses that it resembles. Nothing changes until a second person confirms
                the proposal, and nothing is sent.
              </p>
            </Panel>
          }
          after={
            <ActionBar>
              <div className="flex flex-wrap gap-2">
                <Button
                  type="submit"
                  look="primary"
                  aria-busy={form.formState.isSubmitting}
                  disabled={form.formState.isSubmitting}
                >
                  Review
                </Button>
                <DiscardButton
                  isChanged={form.formState.isDirty}
                  onDiscard={() => router.push(changed ? routes.recipient(changed.id) : routes.recipients)}
                />
              </div>
            </ActionBar>
          }
        >
          <RecipientFields networks={networks} hasDirectory={hasDirectory} />
          {failure && <ExplanationNotice explanation={failure} isUrgent />}
        </Columns>
      </form>
      {reviewed && (
        <ProposeEntry
          id={id}
          reviewed={reviewed}
          before={changed && toRecipientEntry(toRecipientForm(changed))}
          onProposed={() => router.push(routes.recipient(id))}
          onClose={() => setReviewed(undefined)}
        />
      )}
    </FormProvider>
  );
}
