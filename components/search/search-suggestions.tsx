'use client';

import { Command, useCommandState } from 'cmdk';
import { List, ListChecks } from 'lucide-react';
import { type Ref, useEffect } from 'react';
import { CommandOptions } from '@/components/search/command-options';
import { SearchFooter } from '@/components/search/search-footer';
import {
  BatchOptions,
  MentionOptions,
  NoteOptions,
  OpenedOptions,
  ProfileOptions,
  RecipientOptions,
  RequestOptions,
  SimilarOptions,
  TransferOptions,
} from '@/components/search/search-result-groups';
import { SearchOption } from '@/components/search/search-option';
import { readableText } from '@/components/values/untrusted-text';
import { storePasted } from '@/components/search/pasted-terms-store';
import { useProfileNames } from '@/components/profiles/profile-names';
import { findNamedProfiles } from '@/lib/profiles/find-name';
import { QueryProvider } from '@/components/data/query-provider';
import { useSearch } from '@/components/search/use-search';
import { foldRequests, isExactlyBeside, NOTHING_FOUND, withoutShown } from '@/lib/search/found';
import { isPart, splitMentions } from '@/lib/search/mentions';
import { hasSeveralTerms, splitPastedTerms } from '@/lib/search/pasted-terms';
import type { Role } from '@/lib/identity/roles';
import { routes } from '@/lib/http/routes';

/** The text to search for, and the callbacks of its options. */
export interface SearchSuggestionsProps {
  text: string;
  /** The reader's roles, whose pages and actions are offered as well. */
  roles: readonly Role[];
  /** The element that receives arrow keys. Has `data-settled` while its options answer the current text. */
  keysRef: Ref<HTMLDivElement>;
  /** Called when the active option or `data-settled` may have changed. */
  onChange: () => void;
  onChoose: () => void;
}

/**
 * The options for a text: transfers, withdrawal requests, recipients, actions and pages; without a text, recently
 * opened transfers, actions and pages.
 */
export default function SearchSuggestions(props: SearchSuggestionsProps) {
  return (
    <QueryProvider>
      <Suggestions {...props} />
    </QueryProvider>
  );
}

function Suggestions({ text, roles, keysRef, onChange, onChoose }: SearchSuggestionsProps) {
  const wanted = text.trim();
  const isSeveral = hasSeveralTerms(wanted);
  const isSearch = wanted !== '' && !isSeveral;
  const { found, beside, isBesideSettled, error, isSettled } = useSearch(isSearch ? wanted : '');
  const shown = isSearch ? beside : NOTHING_FOUND;
  const items = isSearch && !error ? (found?.answer.items ?? []).filter((item) => item.id !== null) : [];
  const { ofTransfer, others } = foldRequests(shown.requests, items);
  const { hits, requests, mentions } = splitMentions(items, others);
  const profiles = findNamedProfiles(useProfileNames(), wanted);
  // The name of a page or an action is a better match than a transfer that only contains the text or ends with it.
  const areCommandsFirst = isSearch && items.every(({ match }) => match !== undefined && isPart(match));
  const commands = !isSeveral && (
    <CommandOptions text={wanted} roles={roles} isExact={areCommandsFirst} onChoose={onChoose} />
  );
  const isFoundExactly = hits.some(({ match }) => match?.how === 'exact');
  const besideOptions = (
    <>
      <RequestOptions requests={requests} onChoose={onChoose} />
      <BatchOptions batches={shown.batches} onChoose={onChoose} />
      <RecipientOptions recipients={shown.recipients} onChoose={onChoose} />
      <ProfileOptions profiles={isSearch ? profiles : []} text={wanted} onChoose={onChoose} />
    </>
  );
  // A request with exactly this reference answers better than a transfer that only contains the text.
  const isBesideFirst = !isFoundExactly && isExactlyBeside(beside);
  const near = withoutShown(shown.near, items);
  // A request with exactly this reference was meant.
  const similar = isSearch && isSettled && !isBesideFirst ? (found?.answer.similar ?? []) : [];
  const now = found?.answer.coverage.answeredAt ?? '';
  const hasAnything =
    items.length + shown.requests.length + shown.batches.length + shown.recipients.length + shown.notes.length > 0;
  // A search that found nothing has nothing to show in the list either.
  const list = isSearch && (hasAnything || !isSettled || !isBesideSettled) && (
    <SearchOption value="list" href={routes.findTransfers(wanted)} onChoose={onChoose}>
      <List aria-hidden className="size-4 shrink-0 text-dim" />
      <span className="truncate">
        Show all matches for “<bdi>{readableText(wanted, 80)}</bdi>”
      </span>
    </SearchOption>
  );
  return (
    // A new element for each answer, and for a better one above it, so that the first option becomes active.
    <Command
      key={`${found?.q} ${isBesideFirst}`}
      ref={keysRef}
      shouldFilter={false}
      vimBindings={false}
      data-settled={isSettled || undefined}
      className="flex min-h-0 flex-col"
    >
      <ActiveOptionObserver onChange={onChange} isSettled={isSettled} />
      <Command.List label="Suggestions" className="min-h-0 overflow-y-auto p-1.5">
        {isSeveral && <SeveralOption text={wanted} onChoose={onChoose} />}
        {areCommandsFirst && commands}
        {isBesideFirst && besideOptions}
        <TransferOptions hits={hits} requests={ofTransfer} now={now} onChoose={onChoose} />
        {!isBesideFirst && besideOptions}
        <NoteOptions notes={shown.notes} onChoose={onChoose} />
        <MentionOptions {...mentions} now={now} onChoose={onChoose} />
        <SimilarOptions near={near} references={similar} now={now} onChoose={onChoose} />
        {wanted === '' && <OpenedOptions onChoose={onChoose} />}
        {!areCommandsFirst && commands}
        {list}
      </Command.List>
      {isSearch && (
        <SearchFooter
          text={wanted}
          page={found?.answer}
          hits={items.length}
          beside={shown}
          isBesideSettled={isBesideSettled}
          error={error}
          isSettled={isSettled}
          onChoose={onChoose}
        />
      )}
    </Command>
  );
}

function SeveralOption({ text, onChoose }: Pick<SearchSuggestionsProps, 'text' | 'onChoose'>) {
  const choose = () => {
    storePasted(text);
    onChoose();
  };
  return (
    <SearchOption value="several" href={routes.bulkLookup} onChoose={choose}>
      <ListChecks aria-hidden className="size-4 shrink-0 text-dim" />
      Look up all {splitPastedTerms(text).length} references
    </SearchOption>
  );
}

/** Calls onChange when another option becomes active, which only cmdk knows. Draws nothing. */
function ActiveOptionObserver({
  onChange,
  isSettled,
}: Pick<SearchSuggestionsProps, 'onChange'> & { isSettled: boolean }) {
  const active = useCommandState(({ value }) => value);
  useEffect(onChange, [active, isSettled, onChange]);
  return null;
}
