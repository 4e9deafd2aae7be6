const LONGEST = 256;

/** The places of each that are not the same in the other. Where one has more, the place before counts in the one that has less. */
export function findDifferences(a: readonly string[], b: readonly string[]): { a: Set<number>; b: Set<number> } {
  const differing = { a: new Set<number>(), b: new Set<number>() };
  if (a.length > LONGEST || b.length > LONGEST) {
    for (const place of a.keys()) if (a[place] !== b[place]) differing.a.add(place);
    for (const place of b.keys()) if (a[place] !== b[place]) differing.b.add(place);
    return differing;
  }
  const costs = costsOf(a, b);
  const cost = (row: number, column: number) => costs[row]?.[column] ?? Number.POSITIVE_INFINITY;
  let [row, column] = [a.length, b.length];
  while (row > 0 || column > 0) {
    const isSame = a[row - 1] === b[column - 1];
    if (row > 0 && column > 0 && cost(row, column) === cost(row - 1, column - 1) + (isSame ? 0 : 1)) {
      row -= 1;
      column -= 1;
      if (!isSame) {
        differing.a.add(row);
        differing.b.add(column);
      }
    } else if (row > 0 && cost(row, column) === cost(row - 1, column) + 1) {
      row -= 1;
      differing.a.add(row);
      differing.b.add(Math.max(column - 1, 0));
    } else {
      column -= 1;
      differing.b.add(column);
      differing.a.add(Math.max(row - 1, 0));
    }
  }
  return differing;
}

// Levenshtein's table: the fewest changes from so many characters of one to so many of the other.
function costsOf(a: readonly string[], b: readonly string[]): number[][] {
  const costs = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (const [row, character] of a.entries()) {
    const above = costs[row] ?? [];
    const current = [row + 1];
    for (const [column, other] of b.entries()) {
      const changed = (above[column] ?? 0) + (character === other ? 0 : 1);
      current.push(Math.min(changed, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    costs.push(current);
  }
  return costs;
}
