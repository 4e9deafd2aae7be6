'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { proposeOrderAction } from '@/app/(console)/withdrawals/planned/actions';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { signWhereAsked } from '@/components/passkeys/sign-where-asked';
import { CeremonyError } from '@/components/passkeys/use-ceremony';
import { Button } from '@/components/ui/button';
import { CommentField } from '@/components/ui/comment-field';
import { CONTROL, describedBy, Field } from '@/components/ui/field';
import { Panel } from '@/components/ui/panel';
import { useIsInBrowser } from '@/components/ui/use-is-in-browser';
import type { Explanation } from '@/lib/http/problems';
import { routes } from '@/lib/http/routes';
import { explainOrderFailure } from '@/lib/standing-orders/contract';
import {
  describeSchedule,
  type Frequency,
  isDate,
  listDates,
  MAX_DATES,
  settleSchedule,
} from '@/lib/standing-orders/schedule';

interface OrderFormProps {
  from: { template: string } | { request: string };
}

/** Form of a planned payment: when it is requested, how often and until when. In the browser, whose time zone it begins with. */
export function OrderForm({ from }: OrderFormProps) {
  return useIsInBrowser() ? (
    <ScheduleForm from={from} />
  ) : (
    <div aria-busy className="h-96 animate-pulse rounded-panel border border-line bg-panel" />
  );
}

const EVERY: Record<Frequency, string> = { once: 'Once', week: 'Every week', month: 'Every month' };

function ScheduleForm({ from }: OrderFormProps) {
  const router = useRouter();
  const [id] = useState(() => crypto.randomUUID());
  const [title, setTitle] = useState('');
  const [firstDate, setFirstDate] = useState('');
  const [every, setEvery] = useState<Frequency>('month');
  const [timeZone, setTimeZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [lastDate, setLastDate] = useState('');
  const [maxCount, setMaxCount] = useState('12');
  const [reason, setReason] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Explanation>();
  // What is not on the screen is not sent either: nobody could correct it.
  const schedule = settleSchedule({ firstDate, every, lastDate, maxCount: Number(maxCount) });
  const propose = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setFailure(undefined);
    try {
      const input = { id, from, title, timeZone, reason, ...schedule };
      const outcome = await signWhereAsked(input, proposeOrderAction);
      if (outcome.ok) return router.push(routes.plannedPayment(outcome.value.orderId));
      setFailure(explainOrderFailure(outcome.error));
    } catch (error) {
      setFailure(error instanceof CeremonyError ? error.explanation : NOT_ANSWERED);
    }
    setIsBusy(false);
  };
  return (
    <form noValidate onSubmit={(event) => void propose(event)}>
      <Panel title="Plan" className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Text label="Title" value={title} onChange={setTitle} />
          <Choice label="How often" value={every} onChange={(value) => setEvery(value as Frequency)}>
            {Object.entries(EVERY).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Choice>
          <Text
            label={every === 'once' ? 'Date' : 'First date'}
            type="date"
            value={firstDate}
            onChange={setFirstDate}
          />
          <Text
            label="Time zone"
            value={timeZone}
            onChange={setTimeZone}
            hint="Each date begins at midnight in this zone, such as Europe/Lisbon."
          />
          {every !== 'once' && (
            <>
              <Text label="Last date" type="date" value={lastDate} onChange={setLastDate} />
              <Text
                label="Times at most"
                value={maxCount}
                onChange={setMaxCount}
                hint={`At most ${MAX_DATES}. Skipped dates count as well.`}
              />
            </>
          )}
        </div>
        <p role="status" className="text-dim empty:hidden">
          {describePlan(schedule)}
        </p>
        <CommentField
          label="Reason"
          isRequired
          hint="Those who approve the planned payment read it."
          value={reason}
          onChange={setReason}
          maxLength={500}
        />
        <div role="alert" className="empty:hidden">
          {failure && <ExplanationNotice explanation={failure} />}
        </div>
        <Button type="submit" look="primary" disabled={isBusy}>
          Propose planned payment
        </Button>
      </Panel>
    </form>
  );
}

function describePlan(schedule: Parameters<typeof describeSchedule>[0]): string | undefined {
  const { firstDate, lastDate, maxCount } = schedule;
  if (!isDate(firstDate) || !isDate(lastDate) || !(maxCount >= 1 && maxCount <= MAX_DATES)) return undefined;
  const dates = listDates(schedule);
  if (dates.length < 2) return describeSchedule(schedule);
  return `${describeSchedule(schedule)} ${dates.length} dates, the last on ${dates.at(-1)}.`;
}

interface TextProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string;
}

function Text({ label, value, onChange, hint, type = 'text' }: TextProps & { type?: 'text' | 'date' }) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint}>
      <input
        id={id}
        type={type}
        value={value}
        autoComplete="off"
        aria-describedby={describedBy(id)}
        onChange={({ target }) => onChange(target.value)}
        className={CONTROL}
      />
    </Field>
  );
}

function Choice({ label, value, onChange, children }: TextProps & { children: ReactNode }) {
  const id = useId();
  return (
    <Field id={id} label={label}>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)} className={CONTROL}>
        {children}
      </select>
    </Field>
  );
}

const NOT_ANSWERED: Explanation = {
  title: 'The console did not answer, so it is not known whether the planned payment was proposed',
  detail: 'Nothing was sent.',
  next: 'Propose it again: the same form is proposed once.',
};
