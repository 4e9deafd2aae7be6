import { Money } from '@/components/values/money';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Link } from '@/components/ui/link';
import { StatusMark } from '@/components/ui/status-mark';
import type { BatchSummary } from '@/lib/requests/bundles/batches';
import { routes } from '@/lib/http/routes';
import { formatCount } from '@/lib/text/locale';

interface BatchLinesProps {
  batches: readonly BatchSummary[];
  /** Whether sums are rounded: on overviews, and never where batches wait for a decision. */
  isOverview?: boolean;
}

/** Lists batches, each a line with a link to its page. */
export function BatchLines({ batches, isOverview = false }: BatchLinesProps) {
  return (
    <ul className="divide-y divide-line rounded-panel border border-line bg-panel">
      {batches.map((batch) => (
        <li key={batch.id}>
          <BatchLine batch={batch} isRounded={isOverview} />
        </li>
      ))}
    </ul>
  );
}

const LINE =
  'grid gap-x-4 gap-y-1 px-3 py-2 text-body hover:bg-soft focus-visible:-outline-offset-2 ' +
  'md:grid-cols-[7rem_minmax(0,1.4fr)_minmax(0,1.2fr)_minmax(0,1.2fr)]';

interface BatchLineProps {
  batch: BatchSummary;
  isRounded: boolean;
}

function BatchLine({ batch, isRounded }: BatchLineProps) {
  const { id, name, requesterName, createdAt, count, totals } = batch;
  return (
    <Link href={routes.batch(id)} className={LINE}>
      <span className="text-dim">
        <Time iso={createdAt} withTime />
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <UntrustedText text={name} />
        <span className="block text-label text-dim">
          {formatCount(count)} withdrawals, requested by <UntrustedText text={requesterName} />
        </span>
      </span>
      <span>
        {totals.map(({ asset, total, value }) => (
          <span key={asset} className="block">
            <Money amount={total} asset={asset} value={value} isRounded={isRounded} />
          </span>
        ))}
      </span>
      <StatusMark tone={toneOf(batch)} label={describeProgress(batch)} />
    </Link>
  );
}

function toneOf({ waiting, inProgress, unknown }: BatchSummary) {
  if (unknown > 0) return 'alarm';
  return waiting + inProgress > 0 ? 'waiting' : 'done';
}

function describeProgress({ waiting, inProgress, unknown, count }: BatchSummary): string {
  const finished = count - waiting - inProgress - unknown;
  const parts = [
    [waiting, 'awaiting approval'],
    [inProgress, 'in progress'],
    [unknown, 'outcome unknown'],
    [finished, 'finished'],
  ] as const;
  return parts
    .filter(([number]) => number > 0)
    .map(([number, stage]) => `${formatCount(number)} ${stage}`)
    .join(', ');
}
