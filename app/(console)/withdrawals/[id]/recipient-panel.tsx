'use client';

import { useQuery } from '@tanstack/react-query';
import { fetchJson } from '@/components/data/fetch-json';
import { RecipientChecksView } from '@/components/withdrawals/recipient-checks-view';
import { Time } from '@/components/values/time';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import type { RequestView } from '@/lib/requests/request-view';
import { requestChecksEndpoint } from '@/lib/requests/contract';

const REFRESH_MS = 30_000;

/** What is known about the recipient now, while somebody has to decide; and what was known when it was asked for. */
export function RecipientPanel({ request }: { request: RequestView }) {
  const { checks: kept, body } = request;
  const isWaiting = request.state === 'AWAITING_APPROVAL';
  const now = useChecksNow(request);
  const about = { network: body.crypto_network, address: body.destination_address };
  if (!isWaiting && !kept) return null;
  const stood = kept && (
    <p className="mt-3 text-xs text-dim">
      As it stood when it was asked for, <Time iso={kept.checkedAt} withSeconds />.
    </p>
  );
  return (
    <Panel title="Recipient">
      {isWaiting && now.data && <RecipientChecksView {...about} checks={now.data} title="What is known now" />}
      {isWaiting && now.isPending && <p className="text-sm text-dim">Looking up what is known about the recipient…</p>}
      {isWaiting && now.isError && (
        <Notice look="warn" title="Unavailable: what is known about the recipient now could not be looked up.">
          <p>It tries again by itself. Below stands what was known when it was asked for.</p>
        </Notice>
      )}
      {kept && !isWaiting && (
        <>
          <RecipientChecksView {...about} checks={kept} title="What was known when it was asked for" />
          {stood}
        </>
      )}
      {kept && isWaiting && (
        <details className="mt-3 text-sm">
          <summary className="text-dim">
            {now.data && hasChanged(kept, now.data)
              ? 'This has changed since it was asked for'
              : 'The same as when it was asked for'}
          </summary>
          <div className="mt-2">
            <RecipientChecksView {...about} checks={kept} title="What was known when it was asked for" />
            {stood}
          </div>
        </details>
      )}
    </Panel>
  );
}

/** What is known about the recipient of a request at this moment; asked for only while somebody has to decide. */
export function useChecksNow({ id, state, version }: RequestView) {
  return useQuery({
    queryKey: ['checks', id, version],
    queryFn: ({ signal }) => fetchJson(requestChecksEndpoint(id), { signal }),
    enabled: state === 'AWAITING_APPROVAL',
    refetchInterval: REFRESH_MS,
  });
}

function hasChanged(before: RecipientChecks, now: RecipientChecks): boolean {
  return told(before) !== told(now);
}

function told({ card, lookAlikes }: RecipientChecks): string {
  return JSON.stringify([card.lines.map(({ state, text }) => [state, text]), lookAlikes]);
}
