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

// A phone has the name, the state and what is pending.
const COLUMNS = [
  { title: 'Network' },
  { title: 'State', isExtra: true },
  { title: 'Now', isNumber: true, isExtra: true },
  { title: 'Usually', isNumber: true, isExtra: true },
  { title: 'Pending', isNumber: true },
  { title: 'Oldest', isNumber: true, isExtra: true },
  { title: 'Delayed', isNumber: true, isExtra: true },
];

/** A line for each network, which opens to one for every asset and type of transfer; slow ones are open. */
export function NetworksTable({ networks }: { networks: readonly NetworkSummary[] }) {
  return (
    <DataTable label="Networks" columns={COLUMNS}>
      {networks.map((network) => (
        <Network key={network.network} {...network} />
      ))}
    </DataTable>
  );
}

function Network({ network, verdict, pace, pending, lines }: NetworkSummary) {
  const [isOpen, setIsOpen] = useState(verdict.level === 'slow');
  const id = `network-${network}`;
  useEffect(() => {
    // After the page is there as the server wrote it.
    queueMicrotask(() => {
      if (decodeURIComponent(location.hash) === `#${id}`) setIsOpen(true);
    });
  }, [id]);
  return (
    <tbody id={id} className="scroll-mt-20 border-t border-line">
      <Row verdict={verdict} pace={pace} pending={pending}>
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
                <UntrustedText text={asset || 'No asset'} limit={40} />{' '}
                <span className="text-dim">{describeKind(type)}</span>
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
  pace: Pace;
  basis?: string;
  pending: NetworkSummary['pending'] & { delayedUntil?: string | null };
  /** What the row counts; none for a whole network. */
  filters?: TransferQuery;
}

function Row({ children, verdict, pace, basis, pending, filters }: RowProps) {
  const { nowMs, usualMs, isAtLeast } = pace;
  const now = nowMs !== null && `${isAtLeast ? 'over ' : ''}${formatDurationToSeconds(nowMs)}`;
  const delayed = filters &&
    pending.delayedUntil && { ...filters, ranges: { created: { to: pending.delayedUntil } }, isAscending: true };
  const state = <State verdict={verdict} held={pending.held} />;
  return (
    <tr>
      <TextCell isRowTitle>
        {children}
        <span className="block pl-5 sm:hidden">{state}</span>
      </TextCell>
      <TextCell className="max-sm:hidden">{state}</TextCell>
      <NumberCell isExtra title={basis}>
        {now || <Unknown />}
      </NumberCell>
      <NumberCell isExtra title={basis}>
        {usualMs === null ? <Unknown /> : formatDurationToSeconds(usualMs)}
      </NumberCell>
      <NumberCell>
        <Count query={filters} count={pending.transfers} of="pending" />
      </NumberCell>
      <NumberCell isExtra>{pending.oldestMs !== null && formatDuration(pending.oldestMs)}</NumberCell>
      <NumberCell isExtra>
        <Count query={delayed} count={pending.delayed} of="delayed" />
      </NumberCell>
    </tr>
  );
}

function State({ verdict: { level, text }, held }: { verdict: Verdict; held: number }) {
  return (
    <>
      {level === 'slow' ? (
        <StatusMark tone="waiting" label={<span className="font-medium text-warn">{text}</span>} />
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

/** Describes a type among those of networks: “withdrawal” for “Crypto withdrawal”. */
const describeKind = (type: string) => describeType(type || undefined).replace(/^Crypto /, '');

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
function toFilters({ network, asset, direction, type }: NetworkSummary['lines'][number]['kind']): TransferQuery {
  const values = Object.entries({ network, asset, direction, type }).filter(([, value]) => value !== '');
  return {
    ...ALL_TRANSFERS,
    values: { status: ['PENDING'], ...Object.fromEntries(values.map(([filter, value]) => [filter, [value]])) },
  };
}
