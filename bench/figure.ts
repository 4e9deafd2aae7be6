/** One measurement relative to another in the same run, or against a limit, with its target. */
export interface Figure {
  name: string;
  against: string;
  /** The value that is compared with the target. */
  value: number;
  /** Unit of the value; `times` is the ratio of `other` to `plain`. */
  unit: 'times' | 'ms' | 'MB' | '%' | '';
  plain?: Measured;
  other?: Measured;
  target?: { atMost: number } | { atLeast: number };
}

interface Measured {
  value: number;
  unit: 'ms' | 'rows/s' | 'bytes' | 'elements';
}

/** Returns a figure's members for the ratio of the second measurement to the first. */
export function ratioOf(
  unit: Measured['unit'],
  plain: number,
  other: number,
): Pick<Figure, 'value' | 'unit' | 'plain' | 'other'> {
  return { value: other / plain, unit: 'times', plain: { value: plain, unit }, other: { value: other, unit } };
}

/** Returns whether a figure meets its target, or undefined if it has none. */
export function isMet({ value, target }: Figure): boolean | undefined {
  if (!target) return undefined;
  return 'atMost' in target ? value <= target.atMost : value >= target.atLeast;
}

/** Formats a figure as one readable line. */
export function describeFigure(figure: Figure): string {
  const { name, against, value, unit, plain, other, target } = figure;
  const both = plain && other ? ` (${write(other)} by ${write(plain)})` : '';
  const limit = target && ('atMost' in target ? `at most ${target.atMost}` : `at least ${target.atLeast}`);
  const verdict = limit ? ` - ${limit}: ${isMet(figure) ? 'met' : 'NOT MET'}` : '';
  return `${name}: ${round(value)}${unit === '%' ? ' %' : unit && ` ${unit}`} ${against}${both}${verdict}`;
}

function write({ value, unit }: Measured): string {
  return `${round(value)} ${unit}`;
}

function round(value: number): string {
  return value.toLocaleString('en-GB', { maximumFractionDigits: value < 100 ? 2 : 0 });
}
