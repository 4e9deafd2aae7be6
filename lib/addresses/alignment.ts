const MAX_LENGTH = 256;

/**
 * Finds the places of two sequences that differ, aligned by the fewest changes. Where one has an extra element, the
 * place before counts as different in the other. Sequences of more than 256 elements are compared place by place.
 */
export function findDifferences(a: readonly string[], b: readonly string[]): { a: Set<number>; b: Set<number> } {
  const differing = { a: new Set<number>(), b: new Set<number>() };
  if (a.length > MAX_LENGTH || b.length > MAX_LENGTH) {
    for (const place of a.keys()) if (a[place] !== b[place]) differing.a.add(place);
    for (const place of b.keys()) if (a[place] !== b[place]) differing.b.add(place);
    return differing;
  }
  const costs = computeCosts(a, b);
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

// Levenshtein's table: the fewest changes that turn the first `row` elements of `a` into the first `column` of `b`.
function computeCosts(a: readonly string[], b: readonly string[]): number[][] {
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
