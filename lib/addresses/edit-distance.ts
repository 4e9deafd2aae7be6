/**
 * Returns whether one text becomes the other by at most `maximum` edits, each of which inserts, drops or changes a
 * character or swaps two neighbours (Damerau and Levenshtein, no part edited twice).
 */
export function isWithinEdits(a: string, b: string, maximum: number): boolean {
  if (Math.abs(a.length - b.length) > maximum) return false;
  // More than `maximum` off the diagonal is more than `maximum` edits, so only a band beside it is filled in.
  const far = maximum + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = Array.from({ length: b.length + 1 }, () => far);
    if (row <= maximum) current[0] = row;
    for (let column = Math.max(1, row - maximum); column <= Math.min(b.length, row + maximum); column += 1) {
      const changed = (previous[column - 1] ?? far) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const edited = Math.min((previous[column] ?? far) + 1, (current[column - 1] ?? far) + 1, changed);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = isSwap ? Math.min(edited, (before[column - 2] ?? far) + 1) : edited;
    }
    if (Math.min(...current) > maximum) return false;
    [before, previous] = [previous, current];
  }
  return (previous[b.length] ?? far) <= maximum;
}
