'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { useController, useFormContext } from 'react-hook-form';
import { explainError, fetchJson } from '@/components/data/fetch-json';
import { ComboboxField, loadComboboxInput } from '@/components/form/combobox-field';
import { useDebounced } from '@/components/search/use-search';
import { readableText } from '@/components/values/untrusted-text';
import { providersEndpoint } from '@/lib/recipients/contract';
import type { RecipientForm } from '@/lib/recipients/form';
import {
  explainRest,
  fillProvider,
  type FoundProviders,
  MIN_PROVIDER_SEARCH,
  type Provider,
} from '@/lib/recipients/providers';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { theService } from '@/lib/text/service-name';

// Each search calls the service, which all people share.
const PAUSE_MS = 300;
const SHOWN = 80;

/** Field of the provider: any text, with the providers in the directory of the service to choose from. */
export function ProviderField() {
  const { setValue } = useFormContext<RecipientForm>();
  const { field, fieldState } = useController<RecipientForm, 'travelRule.provider'>({ name: 'travelRule.provider' });
  const { field: id } = useController<RecipientForm, 'travelRule.providerId'>({ name: 'travelRule.providerId' });
  const search = useDebounced(field.value.trim(), PAUSE_MS);
  // A chosen provider needs no search.
  const isWanted = fieldState.isDirty && id.value === '' && search.length >= MIN_PROVIDER_SEARCH;
  const { data, error } = useQuery({
    queryKey: ['providers', search],
    queryFn: isWanted ? ({ signal }) => fetchJson(providersEndpoint(search), { signal }) : skipToken,
    retry: false,
  });
  const found = isWanted && search === field.value.trim() ? data : undefined;
  const choose = (provider: Provider) => {
    for (const [name, text] of Object.entries(fillProvider(provider)))
      setValue(`travelRule.${name as 'provider' | 'website' | 'providerId'}`, text, {
        shouldDirty: true,
        shouldValidate: true,
      });
  };
  const options = (found?.items ?? []).map((provider) => ({
    key: provider.id,
    title: revealHiddenCharacters(provider.name),
    onChoose: () => choose(provider),
    content: (
      <>
        <bdi className="block font-medium">{readableText(provider.name, SHOWN)}</bdi>{' '}
        <bdi className="block text-label text-dim">{readableText(provider.website || provider.id, SHOWN)}</bdi>
      </>
    ),
  }));
  return (
    <ComboboxField
      label="Provider"
      hint={hintOf({ id: id.value, found, error: isWanted ? error : null })}
      error={fieldState.error?.message}
      name={field.name}
      value={field.value}
      inputRef={field.ref}
      onType={(text) => {
        // An ID names one provider, whatever the name says.
        id.onChange('');
        field.onChange(text);
      }}
      onLeave={field.onBlur}
      load={loadComboboxInput}
      list={{
        label: 'Providers in the directory',
        groups: [{ options }],
        noun: ['provider', 'providers'],
        note: found && options.length > 0 ? explainRest(found) : '',
      }}
    />
  );
}

interface HintInput {
  id: string;
  found: FoundProviders | undefined;
  error: Error | null;
}

function hintOf({ id, found, error }: HintInput) {
  if (id !== '') return <ProviderId id={id} />;
  if (error) return `${explainError(error).title}. You can enter the legal name by hand.`;
  return (
    (found && explainRest(found)) ||
    `Type its legal name to search the directory of ${theService()}, or enter it by hand.`
  );
}

/** Says which provider of the directory is chosen, and how to choose none. */
export function ProviderId({ id }: { id: string }) {
  return (
    <>
      Provider <bdi className="font-mono">{id}</bdi> in the directory of {theService()}. Change the name to remove the
      ID.
    </>
  );
}
