import { FixedMoney } from '@/components/withdrawals/fixed-money';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Link } from '@/components/ui/link';
import { StatusMark } from '@/components/ui/status-mark';
import { Time } from '@/components/values/time';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { describeRequest } from '@/lib/requests/request-view';
import { routes } from '@/lib/http/routes';

const LINE =
  'grid grid-cols-2 items-center gap-x-4 gap-y-1 px-3 py-2 text-body hover:bg-soft ' +
  'md:grid-cols-[7rem_minmax(0,1.2fr)_minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1.2fr)]';

/** Lists the requests to one recipient, newest first, each a line with a rounded amount and a link to its page. */
export function RequestList({ requests }: { requests: readonly RequestSummary[] }) {
  return (
    <ul className="divide-y divide-line rounded-panel border border-line bg-panel">
      {requests.map((request) => (
        <li key={request.id}>
          <Link href={routes.withdrawal(request.id)} className={LINE}>
            <span className="text-dim">
              <Time iso={request.createdAt} withTime />
            </span>
            <span className="truncate font-mono max-md:text-right">{request.refId}</span>
            <span className="md:text-right">
              <FixedMoney body={request.body} isRounded isColumn />
            </span>
            <span className="truncate text-dim max-md:text-right">
              <UntrustedText text={request.requesterName} limit={80} />
            </span>
            <StatusMark {...describeRequest(request)} className="max-md:col-span-2" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
