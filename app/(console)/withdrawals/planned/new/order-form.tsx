'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useRouter } from 'next/navigation';
import { useMemo, useState } from 'react';
import { FormProvider, type Resolver, useController, useForm, useFormContext, useWatch } from 'react-hook-form';
import { PlanDays } from '@/app/(console)/withdrawals/planned/plan-days';
import { proposeOrderAction } from '@/app/(console)/withdrawals/planned/actions';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { SelectField, TextField } from '@/components/form/form-field';
import { signWhereAsked } from '@/components/passkeys/sign-where-asked';
import { CeremonyError } from '@/components/passkeys/use-ceremony';
import { Button, buttonClass } from '@/components/ui/button';
import { CommentField } from '@/components/form/comment-field';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { useIsInBrowser } from '@/components/ui/browser/use-is-in-browser';
import type { Explanation } from '@/lib/http/problems';
import { routes } from '@/lib/http/routes';
import { deskFormat } from '@/lib/text/locale';
import { type Adjustment, ADJUSTMENTS, type PlannedDay } from '@/lib/standing-orders/bank-days';
import { findCalendar } from '@/lib/standing-orders/calendars/calendar';
import { type CalendarFile, offerCalendars } from '@/lib/standing-orders/calendars/calendar-file';
import type { OfferedCalendar } from '@/lib/standing-orders/calendars/rules';
import { explainOrderFailure } from '@/lib/standing-orders/contract';
import {
  createOrderFormSchema,
  MAX_REASON,
  type OrderFields,
  type OrderForm,
  readSchedule,
} from '@/lib/standing-orders/form';
import { describeSchedule, type Frequency, listDays, MAX_DATES, type Schedule } from '@/lib/standing-orders/schedule';

interface OrderFormProps {
  from: { template: string } | { request: string } | { order: string };
  /** Title to begin with; empty where there is none. */
  title: string;
  /** Calendars of the operator, which are offered beside those by rule. */
  calendarFiles: readonly CalendarFile[];
  /** Schedule to begin with: that of the planned payment which the new one replaces. */
  schedule?: Schedule & { timeZone: string };
}

/**
 * Form of a planned payment: when it is requested, how often and until when. In the browser, whose time zone it begins
 * with.
 */
export function OrderForm(props: OrderFormProps) {
  return useIsInBrowser() ? (
    <ScheduleForm {...props} />
  ) : (
    <div aria-busy className="h-96 animate-pulse rounded-panel border border-line bg-panel" />
  );
}

const EVERY: Record<Frequency, string> = { once: 'Once', week: 'Every week', month: 'Every month' };

const readTimeZone = () => deskFormat().timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

const ADJUSTMENT_LABELS: Record<Adjustment, string> = {
  before: 'Use the bank day before',
  after: 'Use the bank day after',
  skip: 'Skip the date',
};

function ScheduleForm({ from, title, schedule: start, calendarFiles }: OrderFormProps) {
  const calendars = useMemo(() => offerCalendars(calendarFiles), [calendarFiles]);
  // The page may stay open over midnight.
  const checkNow: Resolver<OrderForm, unknown, OrderFields> = (values, context, options) =>
    zodResolver(createOrderFormSchema(new Date(), calendars))(values, context, options);
  const { bankDays, ...schedule } = start ?? {};
  const ownZone = start?.timeZone ?? readTimeZone();
  const router = useRouter();
  const [id] = useState(() => crypto.randomUUID());
  const [failure, setFailure] = useState<Explanation>();
  const form = useForm<OrderForm, unknown, OrderFields>({
    resolver: checkNow,
    defaultValues: {
      title,
      firstDate: '',
      every: 'month',
      timeZone: ownZone,
      lastDate: '',
      reason: '',
      ...schedule,
      maxCount: String(start?.maxCount ?? 12),
      calendar: bankDays?.calendar ?? '',
      adjust: bankDays?.adjust ?? 'before',
    },
    mode: 'onSubmit',
  });
  const { isSubmitting, dirtyFields } = form.formState;
  const every = useWatch({ control: form.control, name: 'every' });
  const calendar = useWatch({ control: form.control, name: 'calendar' });
  const fillInZone = (name: string) => {
    if (!dirtyFields.timeZone) form.setValue('timeZone', findCalendar(calendars, name)?.timeZone ?? ownZone);
  };
  const propose = async (fields: OrderFields) => {
    setFailure(undefined);
    try {
      const outcome = await signWhereAsked({ id, from, ...fields }, proposeOrderAction);
      if (outcome.ok) return router.push(routes.plannedPayment(outcome.value.orderId));
      setFailure(explainOrderFailure(outcome.error));
    } catch (error) {
      setFailure(error instanceof CeremonyError ? error.explanation : NOT_ANSWERED);
    }
  };
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void form.handleSubmit(propose)(event)}>
        <Panel title="Plan" className="space-y-4">
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField name="title" label="Title" />
            <SelectField name="every" label="How often">
              {Object.entries(EVERY).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectField>
            <TextField name="firstDate" type="date" label={every === 'once' ? 'Date' : 'First date'} />
            <TextField
              name="timeZone"
              label="Time zone"
              hint="Each date begins at midnight in this zone, such as Europe/Lisbon."
            />
            {every !== 'once' && (
              <>
                <TextField name="lastDate" type="date" label="Last date" />
                <TextField
                  name="maxCount"
                  label="Times at most"
                  hint={`At most ${MAX_DATES}. Skipped dates count as well.`}
                />
              </>
            )}
            <SelectField name="calendar" label="Bank days" onChoose={fillInZone}>
              <option value="">Any day</option>
              {calendars.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </SelectField>
            {calendar !== '' && (
              <SelectField name="adjust" label="If a date is no bank day">
                {ADJUSTMENTS.map((adjust) => (
                  <option key={adjust} value={adjust}>
                    {ADJUSTMENT_LABELS[adjust]}
                  </option>
                ))}
              </SelectField>
            )}
          </div>
          <PlanSummary calendars={calendars} />
          <ReasonField />
          <div role="alert" className="empty:hidden">
            {failure && <ExplanationNotice explanation={failure} />}
          </div>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="primary" aria-busy={isSubmitting} disabled={isSubmitting}>
              Propose planned payment
            </Button>
            <Link className={buttonClass('quiet')} href={originOf(from)}>
              Cancel
            </Link>
          </div>
        </Panel>
      </form>
    </FormProvider>
  );
}

function originOf(from: OrderFormProps['from']): string {
  if ('order' in from) return routes.plannedPayment(from.order);
  return 'template' in from ? routes.templates : routes.withdrawal(from.request);
}

function ReasonField() {
  const {
    field: { ref, value, onChange },
    fieldState: { error },
  } = useController<OrderForm, 'reason'>({ name: 'reason' });
  return (
    <CommentField
      ref={ref}
      label="Reason"
      isRequired
      hint="Those who approve the planned payment read it."
      error={error?.message}
      value={value}
      onChange={onChange}
      maxLength={MAX_REASON}
    />
  );
}

/** Says which dates the form describes, as soon as it describes any: with a calendar, each with its bank day. */
function PlanSummary({ calendars }: { calendars: readonly OfferedCalendar[] }) {
  const { control } = useFormContext<OrderForm>();
  const schedule = useWatch({ control, compute: (form: OrderForm) => readSchedule(form, calendars) });
  const days = schedule ? listDays(schedule) : [];
  return (
    <div>
      <p role="status" className="text-dim empty:hidden">
        {schedule && describePlan(schedule, days)}
      </p>
      {schedule?.bankDays && <PlanDays days={days} calendar={schedule.bankDays.calendar} />}
    </div>
  );
}

function describePlan(schedule: Schedule, days: readonly PlannedDay[]): string {
  // The fields above say how dates move.
  const sentence = describeSchedule({ ...schedule, bankDays: undefined });
  return days.length < 2 ? sentence : `${sentence}${describeChanges(days)}`;
}

function describeChanges(days: readonly PlannedDay[]): string {
  const moved = days.filter(({ date, day }) => day !== date).length;
  const skipped = days.filter((day) => day.skipped).length;
  const parts = [...(moved > 0 ? [`${moved} moved`] : []), ...(skipped > 0 ? [`${skipped} skipped`] : [])];
  return parts.length === 0 ? '' : ` ${parts.join(', ')}.`;
}

const NOT_ANSWERED: Explanation = {
  title: 'The console did not answer, so it is not known whether the planned payment was proposed',
  detail: 'Nothing was sent.',
  next: 'Propose it again: the same form is proposed once.',
};
