'use client';

import { useQuery } from '@tanstack/react-query';
import { Attempts } from '@/app/(console)/withdrawals/[id]/attempts';
import { RequestRail } from '@/app/(console)/withdrawals/[id]/request-rail';
import { TransferPanel } from '@/app/(console)/withdrawals/[id]/transfer-panel';
import { AmountText } from '@/components/amount';
import { Time } from '@/components/time';
import { Notice } from '@/components/ui/notice';
import { PageTitle, Panel } from '@/components/ui/panel';
import { StatusMark } from '@/components/ui/status-mark';
import { WithdrawalBodyFacts } from '@/components/withdrawal-body-facts';
import { describeRequest, isSettled, type RequestView } from '@/lib/requests';
import { apiRoutes, POLL_HEADER } from '@/lib/routes';
import { describeStatus } from '@/lib/transfer-words';

const REFRESH_MS = 1000;
const REFRESH_SLOWLY_MS = 5000;
const SLOW_AFTER_MS = 60_000;

/** One request, from what was asked for to where it stands now; it keeps itself up to date until nothing changes any more. */
export function RequestDetails({ initial }: { initial: RequestView }) {
  const { data: request, isRefetchError } = useQuery({
    queryKey: ['request', initial.id],
    queryFn: ({ signal }) => fetchRequest(initial.id, signal),
    initialData: initial,
    refetchInterval: ({ state: { data } }) => (data && isSettled(data) ? false : refreshEvery(initial.createdAt)),
  });
  const { body } = request;
  return (
    <>
      <PageTitle
        title="Withdrawal"
        subtitle={
          <>
            Asked for by {request.makerName}, <Time iso={request.createdAt} withSeconds />
          </>
        }
      />
      <div className="mb-4 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="text-2xl">
          <AmountText amount={body.amount ?? body.total} asset={body.asset} />
        </span>
        <span role="status">
          <StatusMark {...describeRequest(request)} />
        </span>
      </div>
      {isRefetchError && (
        <div className="mb-4">
          <Notice look="warn" title="This page could not be refreshed">
            <p>What you see may be old. It tries again by itself; if your session has ended, reload the page to sign in.</p>
          </Notice>
        </div>
      )}
      {request.send?.transferStatus === 'FAILED' && (
        <div className="mb-4">
          {/* A failure gives the reserved funds back (service-facts, "States"). */}
          <Notice look="bad" title="The transfer failed at the service, so the recipient got nothing from it.">
            {request.transfer && describeStatus(request.transfer).reasons.map((reason) => <p key={reason}>{reason}</p>)}
            <p>By its documentation the service gives the balance back. To pay all the same, correct the cause and make a new request.</p>
          </Notice>
        </div>
      )}
      <RequestRail request={request} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <Panel title={request.send?.state === 'ACCEPTED' ? 'Exactly this was sent' : 'Exactly this was asked for'}>
          <WithdrawalBodyFacts body={body} />
          <details className="mt-4 text-sm">
            <summary className="text-dim">As the service gets it</summary>
            <pre className="mt-2 rounded-control bg-soft p-3 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">{request.bytes}</pre>
            <p className="mt-2 text-xs text-dim [overflow-wrap:anywhere]">
              SHA-256 <span className="font-mono">{request.bodySha256}</span>
            </p>
          </details>
        </Panel>
        <div className="space-y-4">
          <TransferPanel request={request} />
          <Attempts request={request} />
        </div>
      </div>
    </>
  );
}

function refreshEvery(createdAt: string): number {
  return Date.now() - Date.parse(createdAt) > SLOW_AFTER_MS ? REFRESH_SLOWLY_MS : REFRESH_MS;
}

async function fetchRequest(id: string, signal: AbortSignal): Promise<RequestView> {
  const response = await fetch(apiRoutes.withdrawal(id), { signal, headers: { [POLL_HEADER]: '1' } });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return (await response.json()) as RequestView;
}
