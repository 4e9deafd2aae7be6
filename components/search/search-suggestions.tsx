'use client';

import { Command, useCommandState } from 'cmdk';
import { clsx } from 'clsx';
import { List, ListChecks } from 'lucide-react';
import { type Ref, useEffect } from 'react';
import { findPages } from '@/components/search/command-pages';
import { FindFooter } from '@/components/search/search-footer';
import { OpenedOptions, PageOptions, RequestOptions, TransferOptions } from '@/components/search/search-result-groups';
import { FindOption } from '@/components/search/search-option';
import { readableText } from '@/components/values/untrusted-text';
import { storePasted } from '@/components/search/pasted-terms-store';
import { QueryProvider } from '@/components/data/query-provider';
import { useFind } from '@/components/search/use-search';
import { hasSeveralTerms, splitPastedTerms } from '@/lib/search/pasted-terms';
import type { Role } from '@/lib/identity/roles';
import { routes } from '@/lib/http/routes';

export interface FindSuggestionsProps {
  text: string;
  /** Whose pages are offered as well; none are where it is left out. */
  roles: readonly Role[] | undefined;
  /** Whether the list with all matches comes first, as where Enter leads there anyway. */
  isListFirst: boolean;
  /** The element that the arrow keys go to. `data-settled` stands on it while it answers the text that is there. */
  keysRef: Ref<HTMLDivElement>;
  /** Called when another option may have become the active one, or `data-settled` has changed. */
  onChange: () => void;
  onChoose: () => void;
}

/** What fits a text, as options to open: transfers, withdrawals asked for here, pages; with nothing typed, what was opened last. */
export default function FindSuggestions(props: FindSuggestionsProps) {
  return (
    <QueryProvider>
      <Suggestions {...props} />
    </QueryProvider>
  );
}

function Suggestions({ text, roles, isListFirst, keysRef, onChange, onChoose }: FindSuggestionsProps) {
  const wanted = text.trim();
  const isSeveral = hasSeveralTerms(wanted);
  const isSearch = wanted !== '' && !isSeveral;
  const { found, requests, error, isSettled } = useFind(isSearch ? wanted : '');
  const hits = isSearch && !error ? (found?.answer.items ?? []).filter((item) => item.id !== null) : [];
  const pages = roles && !isSeveral ? findPages(wanted, roles) : [];
  // A name of a page is rather meant than what only contains it.
  const arePagesFirst = isSearch && hits.every(({ match }) => match?.how === 'contains');
  const pageOptions = <PageOptions pages={pages} isExact={arePagesFirst} onChoose={onChoose} />;
  const list = isSearch && (
    <FindOption value="list" href={routes.findTransfers(wanted)} onChoose={onChoose}>
      <List aria-hidden className="size-4 shrink-0 text-dim" />
      <span className="truncate">
        All matches for “<bdi>{readableText(wanted, 80)}</bdi>” in the list
      </span>
    </FindOption>
  );
  return (
    // Anew with each answer, so that its first option is the active one.
    <Command
      key={found?.q}
      ref={keysRef}
      shouldFilter={false}
      vimBindings={false}
      data-settled={isSettled || undefined}
      className="flex min-h-0 flex-col"
    >
      <Watcher onChange={onChange} isSettled={isSettled} />
      <Command.List label="Suggestions" className={clsx('min-h-0 overflow-y-auto p-1.5', !isSettled && 'opacity-60')}>
        {isListFirst && list}
        {isSeveral && <SeveralOption text={wanted} onChoose={onChoose} />}
        {arePagesFirst && pageOptions}
        <TransferOptions hits={hits} now={found?.answer.coverage.answeredAt ?? ''} onChoose={onChoose} />
        {isSearch && <RequestOptions requests={requests} onChoose={onChoose} />}
        {wanted === '' && <OpenedOptions onChoose={onChoose} />}
        {!arePagesFirst && pageOptions}
        {!isListFirst && list}
      </Command.List>
      {isSearch && (
        <FindFooter
          text={wanted}
          page={found?.answer}
          hits={hits.length}
          requests={requests.length}
          error={error}
          isSettled={isSettled}
        />
      )}
    </Command>
  );
}

function SeveralOption({ text, onChoose }: Pick<FindSuggestionsProps, 'text' | 'onChoose'>) {
  const choose = () => {
    storePasted(text);
    onChoose();
  };
  return (
    <FindOption value="several" href={routes.bulkLookup} onChoose={choose}>
      <ListChecks aria-hidden className="size-4 shrink-0 text-dim" />
      Look up all {splitPastedTerms(text).length} of them
    </FindOption>
  );
}

/** Tells when another option becomes the active one: cmdk itself keeps which one it is. */
function Watcher({ onChange, isSettled }: Pick<FindSuggestionsProps, 'onChange'> & { isSettled: boolean }) {
  const active = useCommandState(({ value }) => value);
  useEffect(onChange, [active, isSettled, onChange]);
  return null;
}
