/**
 * Finds the places at which two sequences differ. Those of one length are compared place by place, as they are read
 * below each other. Of others, which an extra element shifts, all between the common beginning and end differs.
 */
export function findDifferences(a: readonly string[], b: readonly string[]): { a: Set<number>; b: Set<number> } {
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const differing = (own: readonly string[], other: readonly string[]) =>
    new Set(
      Array.from({ length: own.length - tail - head }, (_, index) => head + index).filter(
        (place) => own.length !== other.length || own[place] !== other[place],
      ),
    );
  return { a: differing(a, b), b: differing(b, a) };
}
