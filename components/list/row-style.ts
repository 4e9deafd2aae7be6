/** The number of rows in the first HTML: enough for a window of 900 px; the others follow once it is on the screen. */
export const FIRST_ROWS = 20;

/** The classes of a row, of the element around all rows, and of the row of headings (rows.css). */
export const ROW = 't-row';
export const ROWS = 't-rows';
export const HEAD_ROW = 't-row t-head';
