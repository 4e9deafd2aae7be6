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
    views: { length: count },
    counts: { warn: warnings },
    totals,
  },
  isBusy,
  progress,
  onConfirm,
  onClose,
}: CreateRequestsDialogProps) {
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
      {warnings > 0 && (
        <p className="text-warn">
          {warnings === 1 ? '1 row has a warning.' : `${formatCount(warnings)} rows have warnings.`} Check the warnings
          before you create the requests.
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
