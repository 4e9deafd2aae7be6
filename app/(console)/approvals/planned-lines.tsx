import { Link } from '@/components/ui/link';
import { Money } from '@/components/values/money';
import { Time } from '@/components/values/time';
import { UntrustedText } from '@/components/values/untrusted-text';
import { routes } from '@/lib/http/routes';
import { networkLabel } from '@/lib/networks/networks';
import type { OrderToApprove } from '@/lib/standing-orders/contract';

interface PlannedLinesProps {
  planned: readonly OrderToApprove[];
  /** The position of the first line on the page, for moving by key. */
  firstIndex: number;
}

/**
 * Lists the planned payments that the reader can approve, each with a link to its page; nothing where there are none.
 */
export function PlannedLines({ planned, firstIndex }: PlannedLinesProps) {
  if (planned.length === 0) return null;
  return (
    <section aria-label={TITLE}>
      <h2 className="mb-2 text-heading font-semibold">
        {TITLE} ({planned.length})
      </h2>
      <ul className="divide-y divide-line rounded-panel border border-line bg-panel">
        {planned.map(({ id, title, owner, value, asset, network, proposedAt }, index) => (
          <li key={id}>
            <Link
              href={routes.plannedPayment(id)}
              data-index={firstIndex + index}
              className="grid gap-x-4 gap-y-1 px-3 py-2 text-body hover:bg-soft focus-visible:-outline-offset-2 md:grid-cols-[7rem_minmax(0,1fr)_minmax(0,1fr)_minmax(0,2fr)]"
            >
              <span className="text-dim">
                <Time iso={proposedAt} />
              </span>
              <span className="font-medium [overflow-wrap:anywhere]">
                <UntrustedText text={title} />
              </span>
              <span className="text-dim [overflow-wrap:anywhere]">
                <UntrustedText text={owner} limit={80} />
              </span>
              <span className="[overflow-wrap:anywhere]">
                <Money amount={value} isRounded /> <UntrustedText text={`${asset} on ${networkLabel(network)}`} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const TITLE = 'Planned payments to approve';
