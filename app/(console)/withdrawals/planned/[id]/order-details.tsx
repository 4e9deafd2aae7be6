'use client';

import { OrderButtons } from '@/app/(console)/withdrawals/planned/[id]/order-buttons';
import { PlanDays } from '@/app/(console)/withdrawals/planned/plan-days';
import { ORDER_STATES } from '@/app/(console)/withdrawals/planned/order-facts';
import { buttonClass } from '@/components/ui/button';
import { Columns } from '@/components/ui/columns';
import { Link } from '@/components/ui/link';
import { PageTitle, Panel } from '@/components/ui/panel';
import { Time } from '@/components/values/time';
import { readableText, UntrustedText } from '@/components/values/untrusted-text';
import { WithdrawalBodyFacts } from '@/components/withdrawals/withdrawal-body-facts';
import { routes } from '@/lib/http/routes';
import {
  NEVER_APPROVED,
  OMITTED_BENEFICIARY,
  ORDER_APPROVALS,
  type OrderView,
  SIGNED_BENEFICIARY,
} from '@/lib/standing-orders/contract';
import type { PlannedDay } from '@/lib/standing-orders/bank-days';
import { describeSchedule } from '@/lib/standing-orders/schedule';
import { writeDay } from '@/lib/time/write-day';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

/** Shows a planned payment: what each date requests, who approved it, and what became of its dates. */
export function OrderDetails({ order }: { order: OrderView }) {
  return (
    <>
      <PageTitle
        title={readableText(order.title)}
        subtitle={
          <>
            Planned by <UntrustedText text={order.owner} />, <Time iso={order.proposedAt} />
          </>
        }
      />
      <p role="status" className="mb-3 [overflow-wrap:anywhere]">
        {ORDER_STATES[order.state]}
        {order.state === 'PROPOSED' && ` (${order.approvals.length} of ${ORDER_APPROVALS})`}
        {order.endedBy && <EndedBy {...order.endedBy} />}
        {wasNeverApproved(order) && `. ${NEVER_APPROVED}`}
      </p>
      <Columns
        after={null}
        aside={
          <>
            <Panel title="Decision">
              <OrderButtons order={order} />
            </Panel>
            <Approvals order={order} />
          </>
        }
      >
        <Panel title="What is requested on each date">
          <WithdrawalBodyFacts
            body={{ ...parseWithdrawalBody(order.bytes), ref_id: '' }}
            recipientName={order.recipientName}
          />
          {order.omitsBeneficiary && <OmittedBeneficiary order={order} />}
          {order.note !== '' && (
            <p className="mt-3 text-body">
              Note (not sent): <UntrustedText text={order.note} limit={500} />
            </p>
          )}
        </Panel>
        <Findings findings={order.findings} />
        <Waiting order={order} />
        <Dates order={order} />
      </Columns>
    </>
  );
}

/** Says what becomes of a beneficiary that is left out now, and leads its owner to one step that plans without it. */
function OmittedBeneficiary({ order: { id, isOwn, isSigned, state } }: { order: OrderView }) {
  return (
    <div className="mt-3 space-y-2 text-body">
      <p className="text-warn">{isSigned ? SIGNED_BENEFICIARY : OMITTED_BENEFICIARY}</p>
      {isOwn && state !== 'ENDED' && (
        <Link className={buttonClass(isSigned ? 'primary' : 'plain')} href={routes.planPayment({ order: id })}>
          Plan again without beneficiary
        </Link>
      )}
    </div>
  );
}

const wasNeverApproved = ({ state, endedBy, approvals }: OrderView) =>
  state === 'ENDED' && endedBy === null && approvals.length < ORDER_APPROVALS;

function EndedBy({ by, at, reason }: NonNullable<OrderView['endedBy']>) {
  return (
    <>
      {' '}
      by <UntrustedText text={by} />, <Time iso={at} />: “<UntrustedText text={reason} limit={500} />”
    </>
  );
}

/** Lists what the checks found when the payment was proposed: a person who approves it accepts that for every date. */
function Findings({ findings }: Pick<OrderView, 'findings'>) {
  return (
    <Panel title="Checks when it was proposed">
      {findings.length === 0 ? (
        <p>The checks found nothing.</p>
      ) : (
        <ul className="list-disc space-y-1 pl-5">
          {findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      )}
      <p className="mt-2 text-dim">
        No date is skipped because of these. A date is skipped if the checks of the recipient find anything else then.
      </p>
    </Panel>
  );
}

/** Lists the withdrawals that wait for approval; after an end by hand, they can only be rejected. */
function Waiting({ order: { waiting, endedBy } }: { order: OrderView }) {
  if (waiting.length === 0) return null;
  return (
    <Panel title="Withdrawals that wait for approval">
      <p>
        {endedBy
          ? 'The planned payment has ended, so they can no longer be approved. Open each one to reject it.'
          : 'Each takes approvals of its own.'}
      </p>
      <ul className="mt-2 space-y-1">
        {waiting.map(({ day, requestId }) => (
          <li key={day}>
            <Link className="underline" href={routes.withdrawal(requestId)}>
              Withdrawal of {writeDay(day)}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Approvals({ order: { approvals, reason, owner } }: { order: OrderView }) {
  return (
    <Panel title={`Approved by ${approvals.length} of ${ORDER_APPROVALS}`}>
      <p className="[overflow-wrap:anywhere]">
        <span className="text-dim">
          Reason given by <UntrustedText text={owner} />:
        </span>{' '}
        “<UntrustedText text={reason} limit={500} />”
      </p>
      <ul className="mt-2 space-y-1">
        {approvals.map(({ by, at }) => (
          <li key={at}>
            <UntrustedText text={by} />, <Time iso={at} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Dates({ order }: { order: OrderView }) {
  const { coming, past, state, timeZone, bankDays } = order;
  return (
    <Panel title="Dates">
      <p>
        {describeSchedule(order)} The time zone is {timeZone}.
      </p>
      {state !== 'ENDED' && coming.length > 0 && (
        <div className="mt-2">
          {bankDays ? (
            <PlanDays days={coming} calendar={bankDays.calendar} />
          ) : (
            <DatesInLine label={state === 'ACTIVE' ? 'Next' : 'Planned'} days={coming} />
          )}
        </div>
      )}
      {past.length === 0 ? (
        <p className="mt-2 text-dim">No date has passed yet.</p>
      ) : (
        <ol aria-label="Past dates" className="mt-2 divide-y divide-line">
          {past.map(({ date, day, requestId, skipped }) => (
            <li key={date} className="py-2 [overflow-wrap:anywhere]">
              {writeDay(day)}
              {day !== date && `, moved from ${writeDay(date)}`}:{' '}
              {requestId === null ? (
                <>
                  skipped. <UntrustedText text={skipped ?? ''} limit={500} />
                </>
              ) : (
                <Link className="underline" href={routes.withdrawal(requestId)}>
                  requested
                </Link>
              )}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

function DatesInLine({ label, days }: { label: string; days: readonly PlannedDay[] }) {
  return (
    <p className="[overflow-wrap:anywhere]">
      <span className="text-dim">{label}:</span>{' '}
      {days.map(({ day }, index) => (
        <span key={day}>
          <span className="whitespace-nowrap">{writeDay(day)}</span>
          {index < days.length - 1 && ', '}
        </span>
      ))}
    </p>
  );
}
