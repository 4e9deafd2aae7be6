import { ConfirmDialog } from '@/components/ui/dialog';
import type { SheetChecks } from '@/app/(console)/withdrawals/import/_checks/use-sheet-checks';
import { Money } from '@/components/values/money';
import { formatCount } from '@/lib/text/locale';

interface CreateRequestsDialogProps {
  name: string;
  checks: Pick<SheetChecks, 'views' | 'counts' | 'totals'>;
  isBusy: boolean;
  progress: { done: number; total: number } | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** Dialog that confirms the creation of all requests, with their totals and the progress. */
export function CreateRequestsDialog({
  name,
  checks: {
    views,
    counts: { warn: warnings },
    totals,
  },
  isBusy,
  progress,
  onConfirm,
  onClose,
}: CreateRequestsDialogProps) {
  const count = views.length;
  const named = views.filter(({ labels }) => labels.length > 0);
  return (
    <ConfirmDialog
      title={`${createLabel(count)} as “${name}”?`}
      confirmLabel={createLabel(count)}
      isBusy={isBusy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <ul aria-label="Totals" className="space-y-1">
        {totals.map(({ asset, total, count: rows }) => (
          <li key={asset} className="flex flex-wrap justify-between gap-x-4">
            <strong className="font-medium">
              <Money amount={total} asset={asset} />
            </strong>
            <span className="text-dim">{rows === 1 ? '1 withdrawal' : `${formatCount(rows)} withdrawals`}</span>
          </li>
        ))}
      </ul>
      <p>
        Where the amount is fixed, fees are added. All requests are created, or none. Nothing is sent before approval.
      </p>
      {named.length > 0 && <NamedRows views={named} />}
      {warnings > named.length && (
        <p className="text-warn">
          {countRows(warnings - named.length)} {named.length > 0 && 'more '}
          {warnings - named.length === 1 ? 'has a warning.' : 'have warnings.'}
        </p>
      )}
      {isBusy && (
        <div aria-live="polite">
          <progress
            aria-label="Creating"
            className="h-2 w-full overflow-hidden rounded bg-soft [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-soft [&::-webkit-progress-value]:bg-accent"
            {...(progress && { value: progress.done, max: progress.total })}
          />
          <p className="text-dim">{describeProgress(progress)}</p>
        </div>
      )}
    </ConfirmDialog>
  );
}

const MAX_NAMED = 5;

/** Names the rows that an approver of the batch looks at one by one, and why. */
function NamedRows({ views }: { views: SheetChecks['views'] }) {
  const left = views.length - MAX_NAMED;
  return (
    <div>
      <p className="font-medium">
        Approvers look at {views.length === 1 ? 'this row by itself' : 'these rows one by one'}:
      </p>
      <ul className="text-warn">
        {views.slice(0, MAX_NAMED).map(({ row, labels }) => (
          <li key={row.number}>
            Row {row.number}: {labels.join(', ')}
          </li>
        ))}
        {left > 0 && <li className="text-dim">and {countRows(left)} more</li>}
      </ul>
    </div>
  );
}

const countRows = (count: number) => (count === 1 ? '1 row' : `${formatCount(count)} rows`);

function describeProgress(progress: CreateRequestsDialogProps['progress']): string {
  if (!progress) return 'Starting…';
  const { done, total } = progress;
  return done < total
    ? `${formatCount(done)} of ${formatCount(total)} checked again…`
    : 'All rows are checked. Saving…';
}

/** Gives the label of the button that creates the requests. */
export function createLabel(count: number): string {
  return count === 1 ? 'Create 1 request' : `Create ${formatCount(count)} requests`;
}
