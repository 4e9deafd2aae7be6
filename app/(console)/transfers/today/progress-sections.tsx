import { PageSection } from '@/components/ui/panel';
import { InProgressList } from '@/app/(console)/transfers/today/in-progress-list';
import { Link } from '@/components/ui/link';
import type { UnsettledCount } from '@/lib/cases/contract';
import { routes } from '@/lib/http/routes';
import { formatCount } from '@/lib/text/locale';
import type { InProgressTransfer, PendingTransfer } from '@/lib/requests/list/in-progress';

const MAX_SHOWN = 8;

/** Shows the transfers that take longer than usual or for which the service gives a reason, oldest first. */
export function DelayedSection({ delayed, hasMore }: { delayed: readonly PendingTransfer[]; hasMore: boolean }) {
  return (
    <ProgressSection
      title="Delayed"
      items={delayed.map((item) => ({ kind: 'transfer', ageMs: item.ageMs, pending: item }))}
      hasMore={hasMore}
    />
  );
}

/** Shows everything else that is under way, oldest first. */
export function InProgressSection({ items, hasMore }: { items: readonly InProgressTransfer[]; hasMore: boolean }) {
  return <ProgressSection title="In progress" items={items} hasMore={hasMore} />;
}

interface UnsettledSectionProps {
  unsettled: UnsettledCount;
  /** True where the reader can settle problems. */
  canSettle: boolean;
}

/** Leads to the transfers that need attention and are not settled. */
export function UnsettledSection({ unsettled: { count, hasMore }, canSettle }: UnsettledSectionProps) {
  return (
    <PageSection title="Problems" isEmpty={count === 0}>
      <Link
        href={routes.unsettledTransfers}
        className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded-panel border border-line bg-panel px-3 py-2 text-body hover:bg-soft"
      >
        <span className="text-heading font-semibold text-warn">
          Needs attention: {formatCount(count)}
          {hasMore && '+'} unsettled
        </span>
        <span className="text-dim">{canSettle ? 'Open, then settle each with a reason' : 'Open the list'}</span>
      </Link>
    </PageSection>
  );
}

interface ProgressSectionProps {
  title: string;
  items: readonly InProgressTransfer[];
  hasMore: boolean;
}

/** Shows the oldest items, and the others on demand. */
function ProgressSection({ title, items, hasMore }: ProgressSectionProps) {
  const rest = items.slice(MAX_SHOWN);
  return (
    <PageSection title={title} count={`${items.length}${hasMore ? '+' : ''}`} isEmpty={items.length === 0}>
      <InProgressList items={items.slice(0, MAX_SHOWN)} />
      {rest.length > 0 && (
        <details className="mt-2">
          <summary className="text-body text-dim hover:text-ink">{rest.length} more recent</summary>
          <div className="mt-2">
            <InProgressList items={rest} />
          </div>
        </details>
      )}
    </PageSection>
  );
}
