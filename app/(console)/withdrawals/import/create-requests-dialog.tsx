import { ConfirmDialog } from '@/components/ui/dialog';
import type { AssetTotal } from '@/lib/requests/batches';
import { groupDigits } from '@/lib/money/format-amount';

interface CreateRequestsProps {
  name: string;
  count: number;
  warnings: number;
  totals: readonly AssetTotal[];
  isBusy: boolean;
  progress: { done: number; total: number } | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks once more, with what it all comes to, and says how far it is. */
export function CreateRequests({
  name,
  count,
  warnings,
  totals,
  isBusy,
  progress,
  onConfirm,
  onClose,
}: CreateRequestsProps) {
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
              {groupDigits(total)} {asset}
            </strong>
            <span className="text-dim">
              {rows === 1 ? '1 withdrawal' : `${rows.toLocaleString('en-GB')} withdrawals`}
            </span>
          </li>
        ))}
      </ul>
      <p>
        Fees come on top where the amount is fixed. All of them are created, or none; nothing is sent before the
        approvals.
      </p>
      {warnings > 0 && (
        <p className="text-warn">
          {warnings === 1 ? 'One row deserves' : `${warnings.toLocaleString('en-GB')} rows deserve`} a look before that.
        </p>
      )}
      {isBusy && (
        <div aria-live="polite">
          <progress
            aria-label="Creating"
            className="h-2 w-full overflow-hidden rounded bg-soft [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-soft [&::-webkit-progress-value]:bg-accent"
            {...(progress && { value: progress.done, max: progress.total })}
          />
          <p className="text-dim">{sayProgress(progress)}</p>
        </div>
      )}
    </ConfirmDialog>
  );
}

function sayProgress(progress: CreateRequestsProps['progress']): string {
  if (!progress) return 'One moment…';
  const { done, total } = progress;
  return done < total
    ? `${done.toLocaleString('en-GB')} of ${total.toLocaleString('en-GB')} checked once more…`
    : 'All are checked. Saving…';
}

/** What the button that creates them is called. */
export function createLabel(count: number): string {
  return count === 1 ? 'Create 1 request' : `Create ${count.toLocaleString('en-GB')} requests`;
}
