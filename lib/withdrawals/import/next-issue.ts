import type { CellPlace } from '@/lib/withdrawals/import/edit-sheet';
import type { RowView } from '@/lib/withdrawals/import/view-row';

/**
 * Finds the cell with the next error after the cell `from`: from an error the following one, from the last the first,
 * from any other cell the first at or below its row. An error of a whole row stands at its first shown column.
 */
export function findNextIssue(
  views: readonly RowView[],
  shown: readonly number[],
  from: CellPlace | undefined,
): CellPlace | undefined {
  const [first] = shown;
  if (first === undefined) return undefined;
  const errors = views.flatMap(({ row, issues }) => {
    const columns = new Set(issues.filter(({ level }) => level === 'error').map(({ column }) => column ?? first));
    return shown.filter((column) => columns.has(column)).map((column) => ({ number: row.number, column }));
  });
  const at = errors.findIndex(({ number, column }) => number === from?.number && column === from.column);
  if (at !== -1) return errors[(at + 1) % errors.length];
  // Rows keep their order, whatever their numbers.
  const row = views.findIndex((view) => view.row.number === from?.number);
  const below = new Set(views.slice(Math.max(row, 0)).map((view) => view.row.number));
  return errors.find(({ number }) => below.has(number)) ?? errors[0];
}
