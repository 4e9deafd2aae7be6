import { createLabel } from '@/app/(console)/withdrawals/import/create-requests-dialog';
import type { SheetChecks } from '@/app/(console)/withdrawals/import/_checks/use-sheet-checks';
import { Button } from '@/components/ui/button';
import { Money } from '@/components/values/money';
import { formatCount } from '@/lib/text/locale';

interface SheetBarProps {
  checks: SheetChecks;
  hasName: boolean;
  onNext: () => void;
  onCreate: () => void;
}

/** Bar that stays in sight: totals, rows left to fix, and the button that creates the requests. */
export function SheetBar({ checks, hasName, onNext, onCreate }: SheetBarProps) {
  const { views, totals, unreadable, counts, asked } = checks;
  const reason = disabledReason(checks, hasName);
  return (
    <div className="sticky bottom-0 z-20 mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-t-panel border border-line bg-panel px-4 py-2.5 shadow-[0_-2px_8px_rgb(0_0_0/0.06)]">
      <div className="min-w-0">
        <ul
          aria-label="Totals"
          className="flex max-h-[30dvh] flex-wrap gap-x-4 overflow-y-auto text-body [overflow-wrap:anywhere]"
        >
          {totals.map(({ asset, total, count }) => (
            <li key={asset}>
              <strong className="font-medium">
                <Money amount={total} asset={asset} />
              </strong>{' '}
              <span className="text-label text-dim">in {countRows(count)}</span>
            </li>
          ))}
          {unreadable > 0 && <li className="text-bad">{countRows(unreadable)} not counted</li>}
          {views.length === 0 && <li className="text-dim">No rows left.</li>}
        </ul>
        <p role="status" className="text-label text-dim">
          {describeCounts(counts, views.length)}
        </p>
        {asked.length > 0 && (
          <ul aria-label="Approvals" className="text-label text-dim [overflow-wrap:anywhere]">
            {asked.map(([text, rows]) => (
              <li key={text}>
                {countRows(rows)}: {text}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {counts.error + counts.warn > 0 && <Button onClick={onNext}>Next issue</Button>}
        <Button
          look="primary"
          disabled={reason !== undefined}
          aria-describedby="create-disabled-reason"
          onClick={onCreate}
        >
          {createLabel(views.length)}
        </Button>
        <span id="create-disabled-reason" className="text-label text-dim empty:hidden max-md:w-full">
          {reason}
        </span>
      </div>
    </div>
  );
}

function describeCounts({ error, warn, checking }: SheetChecks['counts'], rows: number): string {
  const parts = [
    error > 0 && `${formatCount(error)} to fix`,
    checking > 0 && `${formatCount(rows - checking)} of ${formatCount(rows)} checked`,
    warn > 0 && `${formatCount(warn)} to review`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? `${parts.join(', ')}.` : 'All rows are ready.';
}

function disabledReason({ views, missing, counts, failure }: SheetChecks, hasName: boolean): string | undefined {
  if (views.length === 0) return 'Add at least one row.';
  if (missing.length > 0) return 'Choose the missing columns first.';
  if (counts.error > 0) return 'Fix the marked rows first.';
  if (failure) return 'Some rows could not be checked.';
  if (counts.checking > 0) return 'Checking rows…';
  return hasName ? undefined : 'Enter a batch name.';
}

function countRows(count: number): string {
  return count === 1 ? '1 row' : `${formatCount(count)} rows`;
}
