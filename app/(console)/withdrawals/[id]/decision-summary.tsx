import { Address } from '@/components/values/address';
import { AmountText } from '@/components/values/amount';
import { UntrustedText } from '@/components/values/untrusted-text';
import { networkLabel } from '@/lib/networks/networks';
import type { RequestView } from '@/lib/requests/request-view';

/** Shows what a decision covers: one request, or a test payment and its remainder with the hash over both. */
export function DecisionSummary({ request }: { request: RequestView }) {
  if (request.group?.kind !== 'pair') return <RequestSummaryBox request={request} />;
  const { test, remainder, sha256 } = request.group;
  return (
    <>
      <p>The test payment, sent first:</p>
      <RequestSummaryBox request={test} />
      <p>The remainder, sent once someone confirms that the recipient has received the test payment:</p>
      <RequestSummaryBox request={remainder} />
      <p className="text-xs text-dim">
        One decision covers both: SHA-256 <span className="font-mono">{sha256}</span>
      </p>
    </>
  );
}

interface RequestSummaryBoxProps {
  request: Pick<RequestView, 'body' | 'refId' | 'recipientName'>;
}

/** Shows the amount, network, recipient, memo and reference of a request in a box. */
export function RequestSummaryBox({ request: { body, refId, recipientName } }: RequestSummaryBoxProps) {
  return (
    <div className="rounded-control bg-soft p-3">
      <p className="text-base">
        {body.amount === undefined ? 'Balance falls by ' : 'Recipient gets '}
        <AmountText amount={body.amount ?? body.total} asset={body.asset} />
      </p>
      <p className="mt-1">
        on {networkLabel(body.crypto_network)}, to{' '}
        {recipientName !== null && (
          <strong className="font-medium">
            <UntrustedText text={recipientName} limit={80} />{' '}
          </strong>
        )}
        <Address address={body.destination_address} network={body.crypto_network} />
      </p>
      {body.memo !== undefined && (
        <p className="mt-1">
          Memo <UntrustedText text={body.memo} />
        </p>
      )}
      <p className="mt-1 text-xs text-dim">
        Reference <span className="font-mono">{refId}</span>
      </p>
    </div>
  );
}
