'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useRef, useTransition } from 'react';
import { addressOfRecipients } from '@/app/(console)/recipients/recipient-address';
import { ActiveFilters } from '@/components/list/active-filters';
import { FilterFields, FilterToggle } from '@/components/list/filter-fields';
import { FilterMenu } from '@/components/list/filter-menu';
import { ListHead } from '@/components/list/list-head';
import { ListSearch, useSearchText } from '@/components/list/list-search';
import { DownloadLink } from '@/components/data/download-link';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { type Role, denialReason } from '@/lib/identity/roles';
import { downloadRoutes, routes } from '@/lib/http/routes';
import type { RecipientFilter, RecipientPage } from '@/lib/server/recipients/read';

const STATES = { ACTIVE: 'Active', RETIRED: 'Retired', ALL: 'Active and retired' } as const;

interface RecipientHeadProps extends Pick<RecipientPage, 'filter' | 'networks'> {
  roles: readonly Role[];
  /** The list, which dims while another is read. */
  children: ReactNode;
}

/** The head of the address book in one row. What is searched for is in the page's address, as a link shows it. */
export function RecipientHead({ filter, networks, roles, children }: RecipientHeadProps) {
  const router = useRouter();
  const [isReading, startReading] = useTransition();
  const list = useRef<HTMLDivElement>(null);
  const show = (changes: Partial<RecipientFilter>, how: 'push' | 'replace' = 'push') =>
    startReading(() =>
      router[how](addressOfRecipients({ ...filter, after: undefined, ...changes }), { scroll: false }),
    );
  const { text, search } = useSearchText(filter.q, (q) => show({ q }, 'replace'));
  const focusFirst = () => list.current?.querySelector<HTMLElement>('li a')?.focus();
  const reason = denialReason('changeRecipients', roles);
  return (
    <>
      <ListHead
        title="Recipients"
        search={
          <ListSearch
            path={routes.recipients}
            name="Find recipients"
            label="Find a recipient"
            placeholder="Name, address or note"
            text={text}
            onSearch={search}
            onEnterRows={focusFirst}
            onEnter={focusFirst}
          />
        }
        active={
          <ActiveFilters
            filters={listActive(filter, networks)}
            onRemove={show}
            onClear={() => show({ network: '', state: 'ACTIVE' })}
          />
        }
        filters={
          <FilterMenu>
            <FilterFields
              fields={[
                {
                  name: 'Network',
                  count: filter.network === '' ? 0 : 1,
                  content: networks.map(({ id, label }) => (
                    <FilterToggle
                      key={id}
                      label={label}
                      isOn={filter.network === id}
                      onToggle={() => show({ network: filter.network === id ? '' : id })}
                    />
                  )),
                },
                {
                  name: 'State',
                  count: filter.state === 'ACTIVE' ? 0 : 1,
                  content: (['ACTIVE', 'RETIRED', 'ALL'] as const).map((state) => (
                    <FilterToggle
                      key={state}
                      label={STATES[state]}
                      isOn={filter.state === state}
                      onToggle={() => show({ state })}
                    />
                  )),
                },
              ]}
            />
          </FilterMenu>
        }
        primary={
          reason === undefined && (
            <Link href={routes.newRecipient} className={buttonClass('primary')}>
              Add recipient
            </Link>
          )
        }
        isReading={isReading}
        onRefresh={() => startReading(() => router.refresh())}
        more={
          <>
            <DownloadLink href={downloadRoutes.recipients} label="Export CSV" />
            <DownloadLink href={`${downloadRoutes.recipients}?format=xlsx`} label="Export Excel" />
            {reason === undefined ? (
              <>
                <Link href={routes.importRecipients} className={buttonClass('plain')}>
                  Import
                </Link>
                <Link href={routes.adoptRecipients} className={buttonClass('plain')}>
                  Add recipients paid before
                </Link>
              </>
            ) : (
              <p className="text-label text-dim">{reason}</p>
            )}
          </>
        }
      />
      <div ref={list} aria-busy={isReading} className="aria-busy:opacity-50">
        {children}
      </div>
    </>
  );
}

function listActive({ network, state }: RecipientFilter, networks: RecipientPage['networks']) {
  const label = networks.find(({ id }) => id === network)?.label ?? network;
  return [
    ...(network === '' ? [] : [{ label: `Network: ${label}`, without: { network: '' } }]),
    ...(state === 'ACTIVE' ? [] : [{ label: `State: ${STATES[state]}`, without: { state: 'ACTIVE' as const } }]),
  ];
}
