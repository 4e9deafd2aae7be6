import { Link } from '@/components/ui/link';
import type { UnsettledCount } from '@/lib/cases/contract';
import { routes } from '@/lib/http/routes';

/** Leads to the transfers that need attention and are not settled; nothing where there are none. */
export function AttentionCard({ unsettled: { count, hasMore } }: { unsettled: UnsettledCount }) {
  if (count === 0) return null;
  return (
    <Link
      href={routes.unsettledTransfers}
      className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded-panel border border-line bg-panel px-3 py-2 text-body hover:bg-soft"
    >
      <span className="font-medium">
        Needs attention: {count.toLocaleString('en-GB')}
        {hasMore && '+'} unsettled
      </span>
      <span className="text-dim">Open, then settle each with a reason</span>
    </Link>
  );
}
