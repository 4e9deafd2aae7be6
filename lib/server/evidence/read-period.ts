import 'server-only';
import type { Explanation } from '@/lib/http/problems';
import { fail, ok, type Result } from '@/lib/result';

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;

/** Reads a period of whole days in UTC, `from` and `to` as in 2026-11-23; the end is the first moment after `to`. */
export function readPeriod(parameters: URLSearchParams): Result<{ from: Date; to: Date }, Explanation> {
  const [first, last] = ['from', 'to'].map((name) => readDay(parameters.get(name) ?? ''));
  if (first === undefined || last === undefined || first > last) return fail(NO_PERIOD);
  return ok({ from: new Date(first), to: new Date(last + DAY_MS) });
}

function readDay(text: string): number | undefined {
  const time = DAY.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN;
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : time;
}

const NO_PERIOD: Explanation = {
  title: 'This is not a period',
  detail:
    'Evidence of a period takes a first and a last day, such as from=2026-11-01 and to=2026-11-30. Nothing was downloaded.',
  next: 'Choose the days again.',
};
