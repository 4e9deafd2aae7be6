import { Address } from '@/components/values/address';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Link } from '@/components/ui/link';
import { networkLabel } from '@/lib/networks/networks';
import type { PaymentCount, RecipientSummary } from '@/lib/recipients/recipients';
import { routes } from '@/lib/http/routes';
import { formatCount } from '@/lib/text/locale';

/** List of entries, each with its whole address. */
export function RecipientList({ items }: { items: readonly RecipientSummary[] }) {
  return (
    <ul aria-label="Recipients" className="divide-y divide-line rounded-panel border border-line bg-panel text-body">
      {items.map((item) => (
        <li
          key={item.id}
          className="grid gap-x-4 gap-y-1 px-3 py-2.5 lg:grid-cols-[minmax(0,1fr)_minmax(0,3fr)_minmax(0,0.9fr)]"
        >
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <Link
              href={routes.recipient(item.id)}
              className="font-medium underline decoration-line underline-offset-4 hover:decoration-ink"
            >
              <UntrustedText text={item.name} />
            </Link>
            <p className="text-label text-dim">
              {networkLabel(item.network)}
              {item.hasSharedName && <strong className="font-medium text-warn"> · Name used twice</strong>}
              {item.state === 'RETIRED' && <strong className="font-medium text-warn"> · Retired</strong>}
            </p>
          </div>
          <div className="min-w-0 text-balance [overflow-wrap:anywhere]">
            <Address address={item.address} network={item.network} />
            {item.memo !== null && (
              <p className="text-label text-dim">
                Memo <UntrustedText text={item.memo} />
              </p>
            )}
            {item.note !== '' && (
              <p className="text-label text-dim">
                <UntrustedText text={item.note} limit={120} />
              </p>
            )}
          </div>
          <div className="text-label text-dim lg:text-right">
            <PaidText paid={item.paid} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Number of payments from this console to a recipient, and the time of the last. */
export function PaidText({ paid: { times, lastAt } }: { paid: PaymentCount }) {
  if (lastAt === null) return <p>Never paid from here</p>;
  return (
    <p>
      Paid {times === 1 ? 'once' : `${formatCount(times)} times`}, last <Time iso={lastAt} />
    </p>
  );
}
