import { createLabel } from '@/app/(console)/withdrawals/import/create-requests-dialog';
import type { SheetChecks } from '@/app/(console)/withdrawals/import/use-sheet-checks';
import { Button } from '@/components/ui/button';
import { groupDigits } from '@/lib/money/format-amount';

interface SheetBarProps {
  checks: SheetChecks;
  hasName: boolean;
  onNext: () => void;
  onCreate: () => void;
}

/** What stays in sight: what it all comes to, what is left to do, and the way on. */
export function SheetBar({ checks, hasName, onNext, onCreate }: SheetBarProps) {
  const { views, totals, unread, counts } = checks;
  const obstacle = findObstacle(checks, hasName);
  return (
    <div className="sticky bottom-0 z-20 mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-t-panel border border-line bg-panel px-4 py-2.5 shadow-[0_-2px_8px_rgb(0_0_0/0.06)]">
      <div className="min-w-0">
        <ul
          aria-label="Totals"
          className="flex max-h-[30dvh] flex-wrap gap-x-4 overflow-y-auto text-sm [overflow-wrap:anywhere]"
        >
          {totals.map(({ asset, total, count }) => (
            <li key={asset}>
              <strong className="font-medium">
                {groupDigits(total)} {asset}
              </strong>{' '}
              <span className="text-xs text-dim">in {count.toLocaleString('en-GB')}</span>
            </li>
          ))}
          {unread > 0 && <li className="text-bad">{unread.toLocaleString('en-GB')} not counted</li>}
          {views.length === 0 && <li className="text-dim">No rows are left.</li>}
        </ul>
        <p role="status" className="text-xs text-dim">
          {sayCounts(counts, views.length)}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {counts.error > 0 && <Button onClick={onNext}>Next to mend</Button>}
        <Button look="primary" disabled={obstacle !== undefined} aria-describedby="import-obstacle" onClick={onCreate}>
          {createLabel(views.length)}
        </Button>
        <span id="import-obstacle" className="text-xs text-dim empty:hidden max-md:w-full">
          {obstacle}
        </span>
      </div>
    </div>
  );
}

function sayCounts({ error, warn, checking }: SheetChecks['counts'], rows: number): string {
  const parts = [
    error > 0 && `${error.toLocaleString('en-GB')} to mend`,
    checking > 0 && `${(rows - checking).toLocaleString('en-GB')} of ${rows.toLocaleString('en-GB')} checked`,
    warn > 0 && `${warn.toLocaleString('en-GB')} to look at`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? `${parts.join(', ')}.` : 'All rows are ready.';
}

function findObstacle({ views, missing, counts, failure }: SheetChecks, hasName: boolean): string | undefined {
  if (views.length === 0) return 'There is nothing to create.';
  if (missing.length > 0) return 'Columns are missing.';
  if (counts.error > 0) return 'First mend what is marked.';
  if (failure) return 'Not everything could be checked.';
  if (counts.checking > 0) return 'Still checking.';
  return hasName ? undefined : 'Give the batch a name.';
}
