'use client';

import { ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { describeType } from '@/components/transfers/describe-type';
import { DataTable, NumberCell, TextCell } from '@/components/data/data-table';
import { UntrustedText, readableText } from '@/components/values/untrusted-text';
import { Link } from '@/components/ui/link';
import { StatusMark } from '@/components/ui/status-mark';
import { routes } from '@/lib/http/routes';
import { networkLabel } from '@/lib/networks/networks';
import { formatDuration, formatDurationToSeconds } from '@/lib/text/duration';
import { formatCount } from '@/lib/text/locale';
import {
  explainBasis,
  type NetworkSummary,
  type Pace,
  readPace,
  type Verdict,
} from '@/lib/transfers/figures/network-status';
import { ALL_TRANSFERS, type TransferQuery, writeTransferQuery } from '@/lib/transfers/query';

// A phone has the rest below the name.
const COLUMNS = [
  { title: 'Network' },
  { title: 'State', isExtra: true },
  { title: 'Now', isNumber: true, isExtra: true },
  { title: 'Usually', isNumber: true, isExtra: true },
  { title: 'Pending', isNumber: true },
  { title: 'Oldest', isNumber: true, isExtra: true },
  { title: 'Delayed', isNumber: true, isExtra: true },
];

/** A line for each network, which opens to one for every asset and type of transfer. */
export function NetworksTable({ networks }: { networks: readonly NetworkSummary[] }) {
  return (
    <DataTable label="Networks" columns={COLUMNS}>
      {networks.map((network) => (
        <Network key={network.network} {...network} />
      ))}
    </DataTable>
  );
}

function Network({ network, verdict, slowKind, pace, pending, lines }: NetworkSummary) {
  const [isOpen, setIsOpen] = useState(false);
  const id = `network-${network}`;
  useEffect(() => {
    // After the page is there as the server wrote it.
    queueMicrotask(() => {
      if (decodeURIComponent(location.hash) === `#${id}`) setIsOpen(true);
    });
  }, [id]);
  return (
    <tbody id={id} className="scroll-mt-20 border-t border-line">
      <Row verdict={verdict} about={slowKind} pace={pace} pending={pending} filters={toFilters({ network })}>
        <button
          type="button"
          aria-expanded={isOpen}
          className="inline-flex items-center gap-1 text-left font-medium"
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronRight aria-hidden className={isOpen ? 'size-4 rotate-90' : 'size-4'} />
          <bdi>{readableText(networkLabel(network), 60)}</bdi>
        </button>
      </Row>
      {isOpen &&
        lines.map((line) => {
          const { asset, direction, type } = line.kind;
          return (
            <Row
              key={`${asset} ${direction} ${type}`}
              verdict={line.verdict}
              pace={readPace(line)}
              basis={explainBasis(line)}
              pending={line.pending}
              filters={toFilters(line.kind)}
            >
              <span className="inline-block pl-5">
                <Kind asset={asset} type={type} />
              </span>
            </Row>
          );
        })}
    </tbody>
  );
}

interface RowProps {
  children: React.ReactNode;
  verdict: Verdict;
  /** The kind of transfer that the verdict of a whole network is about. */
  about?: NetworkKind | undefined;
  pace: Pace;
  basis?: string;
  pending: NetworkSummary['pending'] & { delayedUntil?: string | null };
  /** The transfers that the row counts. */
  filters: TransferQuery;
}

function Row({ children, verdict, about, pace, basis, pending, filters }: RowProps) {
  const { nowMs, usualMs, isAtLeast } = pace;
  const now = nowMs !== null && `${isAtLeast ? 'over ' : ''}${formatDurationToSeconds(nowMs)}`;
  const usually = usualMs !== null && formatDurationToSeconds(usualMs);
  const oldest = pending.oldestMs !== null && formatDuration(pending.oldestMs);
  // Those of a whole network are late by limits of their own, which no filter can ask for.
  const delayed = pending.delayedUntil && {
    ...filters,
    ranges: { created: { to: pending.delayedUntil } },
    isAscending: true,
  };
  const state = <State verdict={verdict} about={about} held={pending.held} />;
  return (
    <tr>
      <TextCell isRowTitle>
        {children}
        <span className="block pl-5 sm:hidden">
          {state}
          <span className="block text-label text-dim">
            Now {now || 'unknown'} · usually {usually || 'unknown'}
            {oldest && ` · oldest ${oldest}`}
            {pending.delayed > 0 && (delayed || verdict.level !== 'delayed') && (
              <>
                {' · delayed '}
                <Count query={delayed} count={pending.delayed} of="delayed" />
              </>
            )}
          </span>
        </span>
      </TextCell>
      <TextCell className="max-sm:hidden">{state}</TextCell>
      <NumberCell isExtra title={basis}>
        {now || <Unknown />}
      </NumberCell>
      <NumberCell isExtra title={basis}>
        {usually || <Unknown />}
      </NumberCell>
      <NumberCell>
        <Count query={filters} count={pending.transfers} of="pending" />
      </NumberCell>
      <NumberCell isExtra>{oldest}</NumberCell>
      <NumberCell isExtra>
        <Count query={delayed} count={pending.delayed} of="delayed" />
      </NumberCell>
    </tr>
  );
}

function State({ verdict: { level, text }, about, held }: Pick<RowProps, 'verdict' | 'about'> & { held: number }) {
  const label = (
    <span className="font-medium text-warn">
      {about && (
        <>
          <Kind {...about} />:{' '}
        </>
      )}
      {text}
    </span>
  );
  return (
    <>
      {level === 'slow' || level === 'delayed' ? (
        <StatusMark tone="waiting" label={label} />
      ) : (
        <span className="text-dim">{text}</span>
      )}
      {held > 0 && (
        <span className="text-dim">
          , {formatCount(held)} {held === 1 ? 'needs' : 'need'} attention
        </span>
      )}
    </>
  );
}

const Unknown = () => <span className="text-dim">unknown</span>;

type NetworkKind = NetworkSummary['lines'][number]['kind'];

/** A kind of transfer among those of a network: “ETH withdrawal”, without “Crypto”. */
function Kind({ asset, type }: Pick<NetworkKind, 'asset' | 'type'>) {
  return (
    <>
      <UntrustedText text={asset || 'No asset'} limit={40} />{' '}
      <span className="font-normal text-dim">{describeType(type || undefined).replace(/^Crypto /, '')}</span>
    </>
  );
}

function Count({ query, count, of }: { query: TransferQuery | null | '' | undefined; count: number; of: string }) {
  if (count === 0 || !query) return <span className={count === 0 ? 'text-dim' : undefined}>{formatCount(count)}</span>;
  return (
    <Link className="underline" href={`${routes.transfers}?${writeTransferQuery(query).toString()}`}>
      {formatCount(count)}
      <span className="sr-only"> {of}</span>
    </Link>
  );
}

// A filter cannot ask for an absent value.
function toFilters({ network, asset = '', direction = '', type = '' }: Partial<NetworkKind>): TransferQuery {
  const values = Object.entries({ network, asset, direction, type }).filter(([, value]) => value !== '');
  return {
    ...ALL_TRANSFERS,
    values: { status: ['PENDING'], ...Object.fromEntries(values.map(([filter, value]) => [filter, [value]])) },
  };
}
