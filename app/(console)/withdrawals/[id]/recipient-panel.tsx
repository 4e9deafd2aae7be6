'use client';

import { useQuery } from '@tanstack/react-query';
import { fetchJson } from '@/components/data/fetch-json';
import { RecipientChecksView } from '@/components/withdrawals/recipient-checks-view';
import { Time } from '@/components/values/time';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { withoutShortages } from '@/lib/risk/balance-finding';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import type { RequestView } from '@/lib/requests/request-view';
import { requestChecksEndpoint } from '@/lib/requests/contract';

const REFRESH_MS = 30_000;

/** Shows the current recipient checks while the request awaits approval, and those from when the request was made. */
export function RecipientPanel({ request }: { request: RequestView }) {
  const { checks: stored } = request;
  const isWaiting = request.state === 'AWAITING_APPROVAL';
  const current = useCurrentChecks(request);
  if (!isWaiting && !stored) return null;
  return (
    <Panel title="Recipient">
      {isWaiting && current.data && <Checks request={request} checks={current.data} title="Current checks" />}
      {isWaiting && current.isPending && <p className="text-body text-dim">Checking the recipient…</p>}
      {isWaiting && current.isError && (
        <Notice look="warn" title="The recipient could not be checked">
          <p>The console keeps trying. {stored && 'The checks from when the request was made are below.'}</p>
        </Notice>
      )}
      {stored && !isWaiting && <StoredChecks request={request} checks={stored} />}
      {stored && isWaiting && (
        <details className="mt-3 text-body">
          <summary className="text-dim">{describeDifference(stored, current.data)}</summary>
          <div className="mt-2">
            <StoredChecks request={request} checks={stored} />
          </div>
        </details>
      )}
    </Panel>
  );
}

interface ChecksProps {
  request: RequestView;
  checks: RecipientChecks;
}

function StoredChecks({ request, checks }: ChecksProps) {
  return (
    <>
      <Checks request={request} checks={checks} title="Checks when the request was made" />
      <p className="mt-3 text-label text-dim">
        Checked when the request was made, <Time iso={checks.checkedAt} withSeconds />.
      </p>
    </>
  );
}

function Checks({ request: { body }, checks, title }: ChecksProps & { title: string }) {
  return (
    <RecipientChecksView
      network={body.crypto_network}
      address={body.destination_address}
      checks={checks}
      title={title}
    />
  );
}

/** Reads the current recipient checks of a request, again and again while it awaits approval. */
export function useCurrentChecks({ id, state, version }: RequestView) {
  return useQuery({
    queryKey: ['checks', id, version],
    queryFn: ({ signal }) => fetchJson(requestChecksEndpoint(id), { signal }),
    enabled: state === 'AWAITING_APPROVAL',
    refetchInterval: REFRESH_MS,
  });
}

function describeDifference(stored: RecipientChecks, current: RecipientChecks | undefined): string {
  if (!current) return 'Checks when the request was made';
  return toComparable(stored) === toComparable(current)
    ? 'Same results as when the request was made'
    : 'Some results changed since the request was made';
}

/**
 * Writes the results alone, without those that are never stored: the numbers in the sentences change with every
 * transfer, and which similar addresses are named depends on who looks.
 */
function toComparable({ card, similarAddresses }: RecipientChecks): string {
  const similar = similarAddresses === 'unavailable' ? similarAddresses : similarAddresses.length > 0;
  return JSON.stringify([withoutShortages(card.lines).map(({ id, state }) => [id, state]), similar]);
}
