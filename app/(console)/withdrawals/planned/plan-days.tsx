import { explainSkipped, type PlannedDay, withWeekday } from '@/lib/standing-orders/bank-days';
import { writeDay } from '@/lib/time/write-day';

const MAX_SHOWN = 12;

interface PlanDaysProps {
  days: readonly PlannedDay[];
  /** Name of the calendar of bank days. */
  calendar: string;
}

/**
 * Lists the days of a plan with bank days: which dates were moved, and from when, and which are skipped, and why. Warns
 * of dates that the calendar does not have.
 */
export function PlanDays({ days, calendar }: PlanDaysProps) {
  const [first, rest] = [days.slice(0, MAX_SHOWN), days.slice(MAX_SHOWN)];
  return (
    <>
      <UnknownDates days={days} calendar={calendar} />
      <DayList days={first} calendar={calendar} />
      {rest.length > 0 && (
        <details className="mt-1">
          <summary className="text-dim">
            {rest.length === 1 ? 'Show 1 more date' : `Show ${rest.length} more dates`}
          </summary>
          <DayList days={rest} calendar={calendar} />
        </details>
      )}
    </>
  );
}

function DayList({ days, calendar }: PlanDaysProps) {
  return (
    <ol className="mt-1 space-y-0.5">
      {days.map(({ date, day, skipped }) => (
        <li key={date} className="[overflow-wrap:anywhere]">
          {withWeekday(day)}
          {day !== date && <span className="text-dim">, moved from {withWeekday(date)}</span>}
          {skipped && <span className="text-dim">, skipped. {explainSkipped(skipped, calendar)}</span>}
        </li>
      ))}
    </ol>
  );
}

function UnknownDates({ days, calendar }: PlanDaysProps) {
  const unknown = days.filter(({ skipped }) => skipped === 'unknown');
  const [first] = unknown;
  if (!first) return null;
  return (
    <p className="text-warn">
      The calendar {calendar} does not cover{' '}
      {unknown.length === 1 ? writeDay(first.date) : `${unknown.length} dates, from ${writeDay(first.date)} on`}.
      Nothing is requested then, even if the calendar is extended later: plan again once it is.
    </p>
  );
}
