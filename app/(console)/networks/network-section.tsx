import type { ReactNode } from 'react';
import { describeType } from '@/components/transfers/transfer-headline';
import { UntrustedText, readableText } from '@/components/values/untrusted-text';
import { Link } from '@/components/ui/link';
import { StatusMark, type Tone } from '@/components/ui/status-mark';
import { routes } from '@/lib/http/routes';
import { networkLabel } from '@/lib/networks/networks';
import { formatDuration } from '@/lib/text/duration';
import { formatCount } from '@/lib/text/locale';
import { explainBasis, type NetworkSummary, type Verdict } from '@/lib/transfers/figures/network-status';
import { ALL_TRANSFERS, type TransferQuery, writeTransferQuery } from '@/lib/transfers/query';

const TONES: Record<Verdict['level'], Tone> = { slow: 'waiting', normal: 'done', unknown: 'unknown' };

/** A network with its verdict, and a line for each asset and type of transfer. */
export function NetworkSection({ summary: { network, verdict, lines } }: { summary: NetworkSummary }) {
  const name = readableText(networkLabel(network), 60);
  return (
    <section aria-label={name} id={`network-${network}`} className="min-w-0 scroll-mt-20 break-inside-avoid">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 text-heading font-semibold [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </h2>
        <VerdictMark verdict={verdict} className="text-body" />
      </div>
      <ul className="divide-y divide-line rounded-panel border border-line bg-panel">
        {lines.map((line) => (
          <li key={`${line.kind.asset} ${line.kind.direction} ${line.kind.type}`} className="px-3 py-2 text-body">
            <Line line={line} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Line({ line }: { line: NetworkSummary['lines'][number] }) {
  const { kind, pending, verdict } = line;
  const filters = toFilters(kind);
  return (
    <>
      <div className="grid items-baseline gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
        <p className="min-w-0 [overflow-wrap:anywhere]">
          <span className="font-medium">
            <UntrustedText text={kind.asset || 'No asset'} limit={40} />
          </span>{' '}
          <span className="text-dim">{describeType(kind.type || undefined)}</span>
        </p>
        <VerdictMark verdict={verdict} />
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-label">
        {pending.transfers === 0 ? (
          <span className="text-dim">None pending</span>
        ) : (
          <ListLink query={filters}>{formatCount(pending.transfers)} pending</ListLink>
        )}
        {pending.oldestMs !== null && <span className="text-dim">oldest {formatDuration(pending.oldestMs)}</span>}
        {pending.delayedUntil !== null && (
          <ListLink query={{ ...filters, ranges: { created: { to: pending.delayedUntil } }, isAscending: true }}>
            {formatCount(pending.delayed)} delayed
          </ListLink>
        )}
        {pending.held > 0 && (
          <span className="text-dim">
            {formatCount(pending.held)} of the delayed {pending.held === 1 ? 'needs' : 'need'} attention
          </span>
        )}
      </p>
      <p className="mt-1 text-label text-dim">{explainBasis(line)}</p>
    </>
  );
}

function VerdictMark({ verdict: { level, text }, className }: { verdict: Verdict; className?: string }) {
  return (
    <StatusMark
      tone={TONES[level]}
      label={level === 'slow' ? <span className="font-medium text-warn">{text}</span> : text}
      {...(className !== undefined && { className })}
    />
  );
}

function ListLink({ query, children }: { query: TransferQuery; children: ReactNode }) {
  return (
    <Link className="underline" href={`${routes.transfers}?${writeTransferQuery(query).toString()}`}>
      {children}
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
