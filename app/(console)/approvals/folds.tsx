import type { ReactNode } from 'react';
import { BatchLine, ChangeLine, InProgressLine, RequestLine } from '@/app/(console)/approvals/lines';
import { Link } from '@/components/ui/link';
import { routes } from '@/lib/http/routes';
import { describeKind } from '@/lib/proposals/proposals';
import type { ApprovalQueue } from '@/lib/requests/queue';
import { formatCount } from '@/lib/text/locale';
import { theService } from '@/lib/text/service-name';

/** Says that a list is longer than what is shown. */
export function Rest({ shown, count, all }: { shown: number; count: number; all?: string }) {
  if (shown >= count) return null;
  return (
    <p className="px-4 py-3 text-label text-dim">
      The oldest {shown} of {formatCount(count)}.{' '}
      {all !== undefined && (
        <Link href={all} className="underline">
          View all
        </Link>
      )}
    </p>
  );
}

interface FoldProps {
  title: string;
  count: number;
  isOpen?: boolean;
  children: ReactNode;
}

/** Shows what does not need the reader, folded; nothing where there is nothing. */
function Fold({ title, count, isOpen = false, children }: FoldProps) {
  if (count === 0) return null;
  return (
    <details open={isOpen} className="mt-4">
      <summary className="px-4 py-1 text-label text-dim">
        {title} ({formatCount(count)})
      </summary>
      {children}
    </details>
  );
}

const LIST = 'mt-1 divide-y divide-line border-y border-line';

/** Lists what waits for others, in short; open for a reader who decides nothing. */
export function Others({ queue, now, isOpen }: { queue: ApprovalQueue; now: number; isOpen: boolean }) {
  const { others, batches, changes, counts } = queue;
  const shown = others.length + batches.others.length + changes.mine.length;
  return (
    <Fold
      title={isOpen ? 'Awaiting approval' : 'Waiting for others'}
      count={shown - others.length + Math.max(counts.others, others.length)}
      isOpen={isOpen}
    >
      <ul aria-label="Waiting for others" className={LIST}>
        {others.map((item) => (
          <RequestLine
            key={item.id}
            item={item}
            now={now}
            href={routes.withdrawal(item.id)}
            denialReason={item.denialReason}
          />
        ))}
        {batches.others.map((batch) => (
          <BatchLine key={batch.id} batch={batch} href={routes.batch(batch.id)} />
        ))}
        {changes.mine.map((change) => (
          <ChangeLine key={change.id} change={change} href={describeKind(change.kind).path(change.subject)} />
        ))}
      </ul>
      <Rest shown={others.length} count={counts.others} all={routes.withdrawalsIn('awaiting')} />
    </Fold>
  );
}

/** Lists the withdrawals that the service has accepted and not finished. */
export function InProgress({ queue: { inProgress, counts }, now }: { queue: ApprovalQueue; now: number }) {
  return (
    <Fold title={`In progress at ${theService()}`} count={Math.max(counts.inProgress, inProgress.length)}>
      <ul aria-label="In progress" className={LIST}>
        {inProgress.map((item) => (
          <InProgressLine key={item.id} item={item} now={now} />
        ))}
      </ul>
      <Rest shown={inProgress.length} count={counts.inProgress} all={routes.withdrawalsIn('in-progress')} />
    </Fold>
  );
}
