'use client';

import { Command, useCommandState } from 'cmdk';
import { clsx } from 'clsx';
import { List, ListChecks } from 'lucide-react';
import { type Ref, useEffect } from 'react';
import { commandPagesFor } from '@/components/command-pages';
import { FindFooter } from '@/components/find-footer';
import { FindHit, FindRequest } from '@/components/find-hit';
import { FindGroup, FindOption } from '@/components/find-option';
import { readableText } from '@/components/foreign-text';
import { rememberOpened, useOpenedTransfers } from '@/components/opened-transfers';
import { keepPasted } from '@/components/pasted-terms';
import { useFind } from '@/components/use-find';
import { isSeveralTerms, splitPastedTerms } from '@/lib/pasted-terms';
import type { Role } from '@/lib/roles';
import { routes } from '@/lib/routes';
import type { TransferListPage } from '@/lib/transfers';

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

const RECENT = 6;

/** What fits a text, as options to open: transfers, withdrawals asked for here, pages; with nothing typed, what was opened last. */
export default function FindSuggestions({ text, roles, isListFirst, keysRef, onChange, onChoose }: FindSuggestionsProps) {
  const wanted = text.trim();
  const isSeveral = isSeveralTerms(wanted);
  const { found, requests, error, isSettled } = useFind(isSeveral ? '' : wanted);
  const opened = useOpenedTransfers();
  const isSearch = wanted !== '' && !isSeveral;
  const hits = isSearch && !error ? hitsOf(found?.answer) : [];
  const pages = roles && !isSeveral ? commandPagesFor(roles).filter(({ label }) => `go to ${label}`.toLowerCase().includes(wanted.toLowerCase())) : [];
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
    <Command key={found?.q} ref={keysRef} shouldFilter={false} vimBindings={false} data-settled={isSettled || undefined} className="flex min-h-0 flex-col">
      <Watcher onChange={onChange} isSettled={isSettled} />
      <Command.List label="Suggestions" className={clsx('min-h-0 overflow-y-auto p-1.5', !isSettled && 'opacity-60')}>
        {isListFirst && list}
        {isSeveral && (
          <FindOption
            value="several"
            href={routes.lookUp}
            onChoose={() => {
              keepPasted(wanted);
              onChoose();
            }}
          >
            <ListChecks aria-hidden className="size-4 shrink-0 text-dim" />
            Look up all {splitPastedTerms(wanted).length} of them
          </FindOption>
        )}
        {hits.length > 0 && (
          <FindGroup title="Transfers">
            {hits.map((hit) => (
              <FindOption
                key={hit.id}
                value={`transfer ${hit.id}`}
                href={routes.transfer(hit.id)}
                isExact={hit.match?.how === 'exact'}
                onChoose={() => {
                  rememberOpened(hit.id, hit.ref_id ?? hit.id);
                  onChoose();
                }}
              >
                <FindHit transfer={hit} now={found?.answer.coverage.saidAt ?? ''} />
              </FindOption>
            ))}
          </FindGroup>
        )}
        {isSearch && requests.length > 0 && (
          <FindGroup title="Withdrawals asked for here">
            {requests.map((request) => (
              <FindOption key={request.id} value={`request ${request.id}`} href={routes.withdrawal(request.id)} onChoose={onChoose}>
                <FindRequest request={request} />
              </FindOption>
            ))}
          </FindGroup>
        )}
        {wanted === '' && opened.length > 0 && (
          <FindGroup title="Opened last">
            {opened.slice(0, RECENT).map(({ id, label }) => (
              <FindOption key={id} value={`transfer ${id}`} href={routes.transfer(id)} onChoose={onChoose}>
                <bdi className="truncate font-mono">{readableText(label, 100)}</bdi>
              </FindOption>
            ))}
          </FindGroup>
        )}
        {pages.length > 0 && (
          <FindGroup title="Pages">
            {pages.map(({ href, label, Icon }) => (
              <FindOption key={href} value={`page ${href}`} href={href} onChoose={onChoose}>
                <Icon aria-hidden className="size-4 shrink-0 text-dim" />
                Go to {label}
              </FindOption>
            ))}
          </FindGroup>
        )}
        {!isListFirst && list}
      </Command.List>
      {isSearch && <FindFooter text={wanted} page={found?.answer} hits={hits.length} requests={requests.length} error={error} isSettled={isSettled} />}
    </Command>
  );
}

function Watcher({ onChange, isSettled }: Pick<FindSuggestionsProps, 'onChange'> & { isSettled: boolean }) {
  const active = useCommandState(({ value }) => value);
  useEffect(onChange, [active, isSettled, onChange]);
  return null;
}

function hitsOf(page: TransferListPage | undefined) {
  return (page?.items ?? []).filter((item) => item.id !== null);
}
