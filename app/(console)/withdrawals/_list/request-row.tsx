import { CreatedCell, NetworkCell, RequesterCell } from '@/app/(console)/withdrawals/_list/list-cells';
import { CELLS, ROW, ROW_LINK } from '@/app/(console)/withdrawals/_list/row-layout';
import { FixedAmount } from '@/components/withdrawals/withdrawal-cells';
import { Link } from '@/components/ui/link';
import { StatusMark } from '@/components/ui/status-mark';
import { readableText, UntrustedText } from '@/components/values/untrusted-text';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { routes } from '@/lib/http/routes';
import type { ListedRequest } from '@/lib/requests/list-entry';
import { describeRequest } from '@/lib/requests/request-view';

interface RequestRowProps {
  request: ListedRequest;
  nowMs: number;
  /** The position on the page, for moving by key; undefined for a row below its batch. */
  index?: number;
}

/** Shows a request as a row of the list. The whole row leads to the request. */
export function RequestRow({ request, nowMs, index }: RequestRowProps) {
  const { body, batch } = request;
  const isInBatch = index === undefined;
  return (
    <div role="row" data-index={index} className={isInBatch ? `${ROW} border-l-4 border-l-line bg-soft/40` : ROW}>
      <CreatedCell iso={request.createdAt} nowMs={nowMs} />
      <div role="cell" className={CELLS.reference}>
        <Link href={routes.withdrawal(request.id)} title={readableText(request.refId, 200)} className={ROW_LINK}>
          <bdi className="block truncate font-mono text-[0.92em]">{readableText(request.refId, 100)}</bdi>
        </Link>
        {batch && !isInBatch && (
          <span className="block truncate text-label text-dim">
            in <UntrustedText text={batch.name || 'an unnamed batch'} limit={80} />
          </span>
        )}
      </div>
      <div role="cell" className={CELLS.amount}>
        <FixedAmount body={body} />
        {body.amount === undefined && <span className="block text-label text-dim">total, fee included</span>}
      </div>
      <div role="cell" className={CELLS.recipient}>
        {request.recipientName !== null && (
          <span className="block truncate" title={readableText(request.recipientName, 200)}>
            <UntrustedText text={request.recipientName} limit={80} />
          </span>
        )}
        <ShortAddress address={body.destination_address} />
      </div>
      <NetworkCell network={body.crypto_network} profileId={body.profile_id} />
      <RequesterCell name={request.requesterName} isMine={request.isMine} />
      <div role="cell" className={CELLS.status}>
        <StatusMark {...describeRequest(request)} />
      </div>
    </div>
  );
}

const ENDS = 8;

/** Shows both ends of an address, and the whole one on hover and to screen readers: enough to find, not to compare. */
function ShortAddress({ address }: { address: string }) {
  const short = address.length > 2 * ENDS + 1 ? `${address.slice(0, ENDS)}…${address.slice(-ENDS)}` : address;
  return (
    <span className="block text-label text-dim" title={readableText(address, 200)}>
      <bdi dir="ltr" aria-hidden className="font-mono">
        {revealHiddenCharacters(short)}
      </bdi>
      <span className="sr-only">{readableText(address, 200)}</span>
    </span>
  );
}
