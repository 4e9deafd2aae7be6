import type { CellPlace } from '@/lib/requests/import/edit-sheet';
import type { RowView } from '@/lib/requests/import/view-row';

/**
 * Finds the cell with the next issue after the cell `from`: from an issue the following one, from the last the first,
 * from any other cell the first at or below its row. Warnings come once there is no error. An issue of a whole row is
 * at its first shown column.
 */
export function findNextIssue(
  views: readonly RowView[],
  shown: readonly number[],
  from: CellPlace | undefined,
): CellPlace | undefined {
  const [first] = shown;
  if (first === undefined) return undefined;
  const sought = views.some(({ issues }) => issues.some(({ level }) => level === 'error')) ? 'error' : 'warn';
  const found = views.flatMap(({ row, issues }) => {
    const columns = new Set(issues.filter(({ level }) => level === sought).map(({ column }) => column ?? first));
    return shown.filter((column) => columns.has(column)).map((column) => ({ number: row.number, column }));
  });
  const at = found.findIndex(({ number, column }) => number === from?.number && column === from.column);
  if (at !== -1) return found[(at + 1) % found.length];
  // Rows keep their order, whatever their numbers.
  const row = views.findIndex((view) => view.row.number === from?.number);
  const below = new Set(views.slice(Math.max(row, 0)).map((view) => view.row.number));
  return found.find(({ number }) => below.has(number)) ?? found[0];
}
