'use client';

import { Command } from 'cmdk';
import type { ReactNode } from 'react';
import type { CommandPage } from '@/components/search/command-pages';
import { FindHit, FindRequest } from '@/components/search/search-result';
import { FindOption } from '@/components/search/search-option';
import { readableText } from '@/components/values/untrusted-text';
import { useOpenedTransfers } from '@/components/transfers/recently-opened';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { routes } from '@/lib/http/routes';
import type { Match, TransferRow } from '@/lib/transfers/transfer';

interface Choosing {
  onChoose: () => void;
}

const RECENT = 6;

/** Transfers that were found; `now` is when it was said (ISO 8601). */
export function TransferOptions({
  hits,
  now,
  onChoose,
}: Choosing & { hits: readonly (TransferRow & { match?: Match })[]; now: string }) {
  if (hits.length === 0) return null;
  return (
    <Group title="Transfers">
      {hits.map((hit) => (
        <FindOption
          key={hit.id}
          value={`transfer ${hit.id}`}
          href={routes.transfer(hit.id)}
          isExact={hit.match?.how === 'exact'}
          onChoose={onChoose}
        >
          <FindHit transfer={hit} now={now} />
        </FindOption>
      ))}
    </Group>
  );
}

/** Withdrawals asked for here that were found. */
export function RequestOptions({ requests, onChoose }: Choosing & { requests: readonly RequestSummary[] }) {
  if (requests.length === 0) return null;
  return (
    <Group title="Withdrawals asked for here">
      {requests.map((request) => (
        <FindOption
          key={request.id}
          value={`request ${request.id}`}
          href={routes.withdrawal(request.id)}
          onChoose={onChoose}
        >
          <FindRequest request={request} />
        </FindOption>
      ))}
    </Group>
  );
}

/** Transfers that were opened last in this browser. */
export function OpenedOptions({ onChoose }: Choosing) {
  const opened = useOpenedTransfers();
  if (opened.length === 0) return null;
  return (
    <Group title="Opened last">
      {opened.slice(0, RECENT).map(({ id, label }) => (
        <FindOption key={id} value={`transfer ${id}`} href={routes.transfer(id)} onChoose={onChoose}>
          <bdi className="truncate font-mono">{readableText(label, 100)}</bdi>
        </FindOption>
      ))}
    </Group>
  );
}

/** Pages by their names. `isExact`: whether it is rather them that are meant than anything else. */
export function PageOptions({
  pages,
  isExact,
  onChoose,
}: Choosing & { pages: readonly CommandPage[]; isExact: boolean }) {
  if (pages.length === 0) return null;
  return (
    <Group title="Pages">
      {pages.map(({ href, name, Icon }) => (
        <FindOption key={href} value={`page ${href}`} href={href} isExact={isExact} onChoose={onChoose}>
          <Icon aria-hidden className="size-4 shrink-0 text-dim" />
          {name}
        </FindOption>
      ))}
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={title}
      className="py-1 **:[[cmdk-group-heading]]:px-2.5 **:[[cmdk-group-heading]]:py-1 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:text-dim"
    >
      {children}
    </Command.Group>
  );
}
