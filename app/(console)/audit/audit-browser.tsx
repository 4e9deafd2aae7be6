'use client';

import { type ReactNode, useRef, useState } from 'react';
import { AuditEntryPane } from '@/app/(console)/audit/audit-entry';
import { AUDIT_COLUMNS, AuditRow, LOOKS } from '@/app/(console)/audit/audit-row';
import { EvidenceOfPeriod } from '@/app/(console)/audit/evidence-of-period';
import RangeFields from '@/components/list/range-fields';
import { QueryProvider } from '@/components/data/query-provider';
import { Disclosures } from '@/components/list/disclosures';
import { FilterChoices } from '@/components/list/filter-choices';
import { FilterFields } from '@/components/list/filter-fields';
import { FilterMenu } from '@/components/list/filter-menu';
import { type ListAddress, useListAddress } from '@/components/list/list-address';
import type { ListWords } from '@/components/list/list-end';
import { type ActiveFilter, ActiveFilters, listActiveValues, toggleValue } from '@/components/list/active-filters';
import { ListHead } from '@/components/list/list-head';
import type { ListKind } from '@/components/list/list-kind';
import { RefreshFailure } from '@/components/list/list-notices';
import { ListSearch, useSearchText } from '@/components/list/list-search';
import { ListView } from '@/components/list/list-view';
import { type FirstPage, useList } from '@/components/list/use-list';
import { useIsInBrowser } from '@/components/ui/browser/use-is-in-browser';
import { buttonClass } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { useToday } from '@/components/values/use-today';
import { AUDIT_ACTIONS, type AuditAction } from '@/lib/audit/audit-log';
import { type AuditItem, type AuditListPage, auditPageEndpoint } from '@/lib/audit/contract';
import { describeAction } from '@/lib/audit/describe-entry';
import { ALL_ENTRIES, AUDIT_VALUE_FILTERS, type AuditQuery, readAuditQuery, writeAuditQuery } from '@/lib/audit/query';
import { downloadRoutes, routes } from '@/lib/http/routes';
import { formatCount, zoneOfPage } from '@/lib/text/locale';
import { describeDays } from '@/lib/transfers/day-bounds';

const LIST: ListKind<AuditItem, AuditListPage> = {
  name: 'audit',
  pageEndpoint: auditPageEndpoint,
  rowsOf: ({ items }) => items,
  keyOf: ({ seq }) => String(seq),
  isFinal: () => true,
};
const ADDRESS: ListAddress<AuditQuery> = { path: routes.audit, read: readAuditQuery, write: writeAuditQuery };
const WORDS: ListWords = { table: 'Entries', section: 'Audit log', items: 'entries', path: routes.audit };
const FILTER_NAMES = { action: 'Action', person: 'Person' } as const;
const timeOf = ({ at }: AuditItem) => at;

interface AuditBrowserProps {
  first: FirstPage<AuditListPage>;
  /** The day (UTC) until which there is evidence; undefined without a key list. */
  evidenceUntil: string | undefined;
}

/** The audit log: search, filters and the list, with one entry open beside it. */
export function AuditBrowser(props: AuditBrowserProps) {
  return (
    <QueryProvider>
      <Browser {...props} />
    </QueryProvider>
  );
}

function Browser({ first, evidenceUntil }: AuditBrowserProps) {
  const { parameters, query, changeQuery } = useListAddress(ADDRESS);
  const list = useList(LIST, parameters, first);
  const { items, info, error, refresh } = list;
  const [open, setOpen] = useState<string>();
  const item = open === undefined ? undefined : items.find((one) => one && LIST.keyOf(one) === open);
  const rows = useRef<HTMLDivElement>(null);
  const today = useToday();
  const zone = zoneOfPage(useIsInBrowser());
  const people = info?.people ?? [];
  const nameOf = {
    action: (value: string) => describeAction(value as AuditAction),
    person: (value: string) => people.find(({ id }) => id === value)?.name ?? value,
  };
  const choices = { action: AUDIT_ACTIONS, person: people.map(({ id }) => id) };
  const { text, search } = useSearchText(query.q, (q) => changeQuery({ ...query, q }, 'typing'));
  const openFirst = () => items[0] && setOpen(LIST.keyOf(items[0]));
  return (
    <>
      <ListHead
        title="Audit"
        search={
          <ListSearch
            path={routes.audit}
            name="Audit log"
            label="Find entries"
            placeholder="Reference or request ID"
            text={text}
            onSearch={search}
            onEnterRows={() => rows.current?.querySelector('button')?.focus()}
            onEnter={openFirst}
          />
        }
        active={
          <ActiveFilters
            filters={listActive(query, nameOf, zone)}
            onRemove={(without) => changeQuery(without, 'push')}
            onClear={() => changeQuery({ ...ALL_ENTRIES, q: query.q }, 'push')}
          />
        }
        filters={
          <FilterMenu>
            <FilterFields
              fields={[
                ...AUDIT_VALUE_FILTERS.map((filter) => ({
                  name: FILTER_NAMES[filter],
                  count: query.values[filter]?.length ?? 0,
                  content: (
                    <FilterChoices
                      name={FILTER_NAMES[filter]}
                      choices={choices[filter].map((value) => ({ value, label: nameOf[filter](value) }))}
                      chosen={query.values[filter] ?? []}
                      nameOf={nameOf[filter]}
                      error={undefined}
                      path={routes.audit}
                      onToggle={(value, how) => changeQuery(toggleValue(query, filter, value), how)}
                    />
                  ),
                })),
                {
                  name: 'Created',
                  count: query.created ? 1 : 0,
                  content: (
                    <RangeFields
                      name="Created"
                      bounds={query.created}
                      onApply={(created) => changeQuery({ ...query, created }, 'push')}
                    />
                  ),
                },
              ]}
            />
          </FilterMenu>
        }
        isReading={list.reading === 'top'}
        onRefresh={refresh}
        more={
          <>
            {/* No Link: prefetching the file would record an export. */}
            <a href={downloadRoutes.audit} download className={buttonClass('plain')}>
              Export all entries
            </a>
            <Disclosures
              parts={[
                { name: 'Check an export', content: info && <Head {...info.head} /> },
                ...(evidenceUntil === undefined
                  ? []
                  : [{ name: 'Evidence of a period', content: <EvidenceOfPeriod today={evidenceUntil} /> }]),
              ]}
            />
          </>
        }
      />
      {error?.of === 'top' && (
        <RefreshFailure reason={error.reason} path={routes.audit} hasRows={info !== undefined} onRetry={refresh} />
      )}
      {info && (
        <ListView
          list={list}
          words={WORDS}
          columns={LOOKS.gridOf(AUDIT_COLUMNS)}
          heads={AUDIT_COLUMNS.map((column) => (
            <div key={column} role="columnheader" className={LOOKS.headLooks(column).className}>
              {column}
            </div>
          ))}
          rows={items}
          rowKey={LIST.keyOf}
          renderRow={(one, index, openRow) => (
            <AuditRow
              key={one.seq}
              item={one}
              index={index}
              today={today}
              isOpen={LIST.keyOf(one) === open}
              onOpen={openRow}
            />
          )}
          rowsRef={rows}
          timeOf={timeOf}
          empty={
            <p className="p-8 text-center text-dim">
              No entries match. {query.q === '' ? 'Remove a filter.' : 'Only a whole reference or ID is found.'}
            </p>
          }
          end={`${formatCount(list.start + items.length)} entries, to the first.`}
          beside={{
            openId: item && open,
            open: setOpen,
            close: () => setOpen(undefined),
            render: (takesFocus) =>
              item && (
                <AuditEntryPane
                  item={item}
                  takesFocus={takesFocus}
                  onShowSubject={(q) => changeQuery({ ...ALL_ENTRIES, q }, 'push')}
                  onClose={() => setOpen(undefined)}
                />
              ),
          }}
        />
      )}
    </>
  );
}

function listActive(
  query: AuditQuery,
  nameOf: Record<keyof typeof FILTER_NAMES, (value: string) => string>,
  zone: string | undefined,
): ActiveFilter<AuditQuery>[] {
  const values = listActiveValues(query, {
    filters: AUDIT_VALUE_FILTERS,
    names: FILTER_NAMES,
    describe: (filter, value) => nameOf[filter](value),
  });
  if (!query.created) return values;
  return [
    ...values,
    { label: `Created: ${describeDays(query.created, zone)}`, without: { ...query, created: undefined } },
  ];
}

/** The end of the hash chain, with which an export is compared. */
function Head({ seq, hash }: AuditListPage['head']): ReactNode {
  return (
    <p className="text-label text-dim [overflow-wrap:anywhere]">
      Run <span className="font-mono">npm run audit:verify FILE</span>. The last entry is {formatCount(seq)}, with the
      hash <span className="font-mono">{hash}</span>
      <CopyButton text={hash} what="hash" />
    </p>
  );
}
