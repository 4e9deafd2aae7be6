/** The inclusive bounds of a range: days (2026-11-21), instants (ISO 8601) or amounts. */
export interface Bounds {
  from?: string | undefined;
  to?: string | undefined;
}

// A day, or an instant with its offset. Date tells whether it exists.
const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** Tells whether a text is a bound of a range by time: a day (2026-11-21), or an instant with its offset. */
export function isTimeBound(text: string): boolean {
  return TIME.test(text) && !Number.isNaN(Date.parse(text));
}
