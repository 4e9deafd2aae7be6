import { AmountText } from '@/components/values/amount';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Link } from '@/components/ui/link';
import { StatusMark } from '@/components/ui/status-mark';
import type { BatchSummary } from '@/lib/requests/batches';
import { routes } from '@/lib/http/routes';

/**
 * Batches, each one line and a link to its page, however many withdrawals are in it. `firstIndex`: for going through a
 * page's lines by key.
 */
export function BatchLines({ batches, firstIndex }: { batches: readonly BatchSummary[]; firstIndex?: number }) {
  return (
    <ul className="divide-y divide-line rounded-panel border border-line bg-panel">
      {batches.map((batch, index) => (
        <li key={batch.id}>
          <BatchLine batch={batch} index={firstIndex === undefined ? undefined : firstIndex + index} />
        </li>
      ))}
    </ul>
  );
}

function BatchLine({ batch, index }: { batch: BatchSummary; index: number | undefined }) {
  const { id, name, requesterName, createdAt, count, totals } = batch;
  return (
    <Link
      href={routes.batch(id)}
      data-index={index}
      className="grid gap-x-4 gap-y-1 px-3 py-2 text-sm hover:bg-soft focus-visible:-outline-offset-2 md:grid-cols-[7rem_minmax(0,1.4fr)_minmax(0,1.2fr)_minmax(0,1.2fr)]"
    >
      <span className="text-dim">
        <Time iso={createdAt} />
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <UntrustedText text={name} />
        <span className="block text-xs text-dim">
          {count.toLocaleString('en-GB')} withdrawals, asked for by <UntrustedText text={requesterName} />
        </span>
      </span>
      <span>
        {totals.map(({ asset, total }) => (
          <span key={asset} className="block">
            <AmountText amount={total} asset={asset} />
          </span>
        ))}
      </span>
      <StatusMark tone={toneOf(batch)} label={describe(batch)} />
    </Link>
  );
}

function toneOf({ waiting, inProgress, unknown }: BatchSummary) {
  if (unknown > 0) return 'unknown';
  return waiting + inProgress > 0 ? 'waiting' : 'done';
}

function describe({ waiting, inProgress, unknown, count }: BatchSummary): string {
  const ended = count - waiting - inProgress - unknown;
  const parts = [
    [waiting, 'awaiting approval'],
    [inProgress, 'under way'],
    [unknown, 'in doubt'],
    [ended, 'ended'],
  ] as const;
  return parts
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${number.toLocaleString('en-GB')} ${what}`)
    .join(', ');
}
