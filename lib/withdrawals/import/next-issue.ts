import type { CellPlace } from '@/lib/withdrawals/import/edit-sheet';
import type { RowView } from '@/lib/withdrawals/import/view-row';

/**
 * The cell to mend next for somebody who is at `from`: the first of their row where they are at none, else the one after,
 * and from the last on to the first again. What is wrong with a row as a whole counts at its first shown column.
 */
export function findNextIssue(
  views: readonly RowView[],
  shown: readonly number[],
  from: CellPlace | undefined,
): CellPlace | undefined {
  const [first] = shown;
  if (first === undefined) return undefined;
  const faults = views.flatMap(({ row, issues }) => {
    const columns = new Set(issues.filter(({ level }) => level === 'error').map(({ column }) => column ?? first));
    return shown.filter((column) => columns.has(column)).map((column) => ({ number: row.number, column }));
  });
  const at = faults.findIndex(({ number, column }) => number === from?.number && column === from.column);
  if (at !== -1) return faults[(at + 1) % faults.length];
  // Rows keep their order, whatever their numbers.
  const row = views.findIndex((view) => view.row.number === from?.number);
  const below = new Set(views.slice(Math.max(row, 0)).map((view) => view.row.number));
  return faults.find(({ number }) => below.has(number)) ?? faults[0];
}
