import { clsx } from 'clsx';

/** The number of rows in the first HTML: enough for a window of 900 px; the others follow once it is on the screen. */
export const FIRST_ROWS = 18;

/** The classes of a row, of the element around all rows, and of the row of headings (rows.css). */
export const ROW = 't-row';
export const ROWS = 't-rows';
export const HEAD_ROW = 't-row t-head';

/** The looks of a column. */
export interface ColumnStyle {
  /** The minimum width (rem), and the share of the width that remains, or the width up to which the column grows. */
  min: number;
  share?: number;
  max?: number;
  /** The minimum width under headings that say the days. */
  minUnderDays?: number;
  /** The class of the place in a card (rows.css). Other columns are not in the card. */
  card?: string;
  className?: string;
}

/** The classes of cells whose text is cut, is code, or is a number. */
export const CUT = 't-cut';
export const CODE = 't-cut t-code';
export const NUMBER = 't-number';

/** The columns of a list. */
export interface ListColumns {
  count: number;
  /** The grid template of a row (CSS). */
  template: string;
  /** The width below which the rows scroll sideways (rem). */
  minWidth: number;
}

const GAP_REM = 1;

function widthOf({ share, max }: ColumnStyle, min: number): string {
  return share === undefined ? `${max ?? min}rem` : `${share}fr`;
}

/** Makes the looks of a list from those of its columns. */
export function createColumnLooks<Id extends string>(styles: Readonly<Record<Id, ColumnStyle>>) {
  const all = Object.entries<ColumnStyle>(styles);
  const cells = Object.fromEntries(all.map(([id, { card, className }]) => [id, clsx('t-cell', card, className)]));
  const isRight = (id: Id) => styles[id].className === NUMBER;
  return {
    /** Gives the grid of rows with these columns. `hasDays`: headings say the days. */
    gridOf: (columns: readonly Id[], hasDays = false): ListColumns => {
      const minOf = ({ min, minUnderDays = min }: ColumnStyle) => (hasDays ? minUnderDays : min);
      return {
        count: columns.length,
        template: columns
          .map((id) => styles[id])
          .map((style) => `minmax(${minOf(style)}rem,${widthOf(style, minOf(style))})`)
          .join(' '),
        minWidth: columns.reduce((sum, id) => sum + minOf(styles[id]) + GAP_REM, 0.75),
      };
    },
    /** Gives the classes of a column's cells. */
    cellClass: (id: Id) => cells[id] as string,
    /** Gives the classes of a column's heading, and whether it is right-aligned. */
    headLooks: (id: Id) => ({
      className: clsx('t-cell', styles[id].card, CUT, isRight(id) && 't-right'),
      isRight: isRight(id),
    }),
    /** The columns in a card, in the order of their places. */
    inCard: all
      .flatMap(([id, { card }]) => (card === undefined ? [] : [{ id: id as Id, card }]))
      .toSorted((one, other) => one.card.localeCompare(other.card))
      .map(({ id }) => id),
  };
}
