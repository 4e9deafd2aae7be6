import { Money } from '@/components/values/money';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Link } from '@/components/ui/link';
import { KeptBeneficiary } from '@/components/withdrawals/kept-beneficiary';
import { routes } from '@/lib/http/routes';
import type { WaitingToLeave, WaitingWithdrawal } from '@/lib/requests/waiting-to-leave';
import { formatDuration } from '@/lib/text/duration';
import { formatCount } from '@/lib/text/locale';

/** Shows what leaves when sending resumes: how many, the sums, each with the age of its approval; and what does not. */
export function LeavingWithdrawals({ waiting }: { waiting: WaitingToLeave }) {
  const { leaving, totals, returning, isCut, hidden } = waiting;
  return (
    <div className="space-y-2 text-body [overflow-wrap:anywhere]">
      <p className="font-medium">{describeLeaving(leaving.length, { isCut, hidden })}</p>
      {totals.length > 0 && (
        <ul aria-label="Sums by asset">
          {totals.map(({ asset, total, count }) => (
            <li key={asset}>
              <Money amount={total} asset={asset} /> in {count === 1 ? '1 withdrawal' : `${count} withdrawals`}
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <p className="font-medium">
          {hidden === 1 ? '1 approved withdrawal' : `${formatCount(hidden)} approved withdrawals`} of other profiles{' '}
          {hidden === 1 ? 'waits' : 'wait'} as well. You do not see {hidden === 1 ? 'it' : 'them'}.
        </p>
      )}
      <Withdrawals label="Withdrawals that leave" items={leaving} />
      {returning.length > 0 && (
        <>
          <p className="font-medium">
            {returning.length === 1 ? '1 withdrawal is' : `${returning.length} withdrawals are`} not sent: too few
            approvals count. Approvers are asked again.
          </p>
          <Withdrawals label="Withdrawals that are not sent" items={returning} />
        </>
      )}
    </div>
  );
}

function describeLeaving(count: number, { isCut, hidden }: Pick<WaitingToLeave, 'isCut' | 'hidden'>): string {
  if (count === 0)
    return hidden === 0
      ? 'No approved withdrawal waits to be sent.'
      : 'No approved withdrawal of your profiles waits to be sent.';
  const waiting = count === 1 ? '1 approved withdrawal is' : `${count} approved withdrawals are`;
  return `${isCut ? 'More than these wait. At least ' : ''}${waiting} sent at once when sending resumes.`;
}

const MAX_SHOWN = 20;

function Withdrawals({ label, items }: { label: string; items: readonly WaitingWithdrawal[] }) {
  if (items.length === 0) return null;
  return (
    <details open={items.length <= 3}>
      <summary className="text-dim">
        {items.length > MAX_SHOWN ? `The first ${MAX_SHOWN}` : `${items.length} listed`}
      </summary>
      <ul aria-label={label} className="mt-1 divide-y divide-line">
        {items.slice(0, MAX_SHOWN).map((item) => (
          <li key={item.id} className="py-1.5">
            <Money amount={item.body.amount ?? item.body.total} asset={item.body.asset} />
            {item.recipientName !== null && (
              <>
                {' '}
                to <UntrustedText text={item.recipientName} limit={80} />
              </>
            )}
            ,{' '}
            <Link className="font-mono underline" href={routes.withdrawal(item.id)}>
              {item.refId}
            </Link>
            <span className="block text-dim" suppressHydrationWarning>
              {item.approvals.given} of {item.approvals.required} approvals count
              {item.approvalAgeMs !== null && `, the oldest given ${formatDuration(item.approvalAgeMs)} ago`}
            </span>
            <KeptBeneficiary request={item} />
            {item.approvals.void.map((sentence) => (
              <span key={sentence} className="block text-dim">
                <UntrustedText text={sentence} limit={300} />
              </span>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}
