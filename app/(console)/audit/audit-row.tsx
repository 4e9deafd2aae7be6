import { clsx } from 'clsx';
import { memo, type ReactNode } from 'react';
import { describeSubject } from '@/app/(console)/audit/audit-subject';
import { CODE, createColumnLooks, CUT, ROW } from '@/components/list/row-style';
import { isolate, readableText } from '@/components/values/untrusted-text';
import { describeTime } from '@/components/values/time';
import type { AuditAction } from '@/lib/audit/audit-log';
import type { AuditItem } from '@/lib/audit/contract';
import { describeDeed } from '@/lib/audit/describe-entry';

/** The columns of the audit log; the day is in the headings. */
export const AUDIT_COLUMNS = ['Time', 'Person', 'Action', 'Subject'] as const;

/** The looks of the audit log. */
export const LOOKS = createColumnLooks<(typeof AUDIT_COLUMNS)[number]>({
  Time: { min: 5, card: 't-p4', className: 't-cut t-dim' },
  Person: { min: 8, share: 0.6, card: 't-p5', className: CUT },
  Action: { min: 16, share: 2.4, card: 't-p0', className: CUT },
  Subject: { min: 9, share: 1, card: 't-p6', className: CODE },
});

interface AuditRowProps {
  item: AuditItem;
  index: number;
  today: string | undefined;
  isOpen: boolean;
  onOpen: (key: string) => void;
}

/** An entry of the audit log in the list. The whole row opens it. */
export const AuditRow = memo(function AuditLine({ item, index, today, isOpen, onOpen }: AuditRowProps) {
  const { at, entry, isTied, actorMark } = item;
  const time = describeTime(at, today, { withSeconds: true, isUnderDay: true });
  const deed = readableText(describeDeed(entry), 200);
  const cells: Record<(typeof AUDIT_COLUMNS)[number], ReactNode> = {
    Time: (
      <span title={time?.title} suppressHydrationWarning>
        {time?.short}
      </span>
    ),
    Person: (
      <>
        {isolate(readableText(entry.actor?.name ?? 'The console', 60))}
        {actorMark !== null && <span className="t-dim"> {isolate(readableText(actorMark, 60))}</span>}
      </>
    ),
    Action: (
      <button
        type="button"
        title={deed}
        aria-current={isOpen || undefined}
        onClick={() => onOpen(String(item.seq))}
        className={clsx('t-link max-w-full text-left font-sans text-body', ROUTINE.has(entry.action) && 't-dim')}
      >
        {!isTied && <strong className="font-medium text-bad">Changed outside of the console · </strong>}
        {isolate(deed)}
      </button>
    ),
    Subject: isolate(readableText(describeSubject(item).text, 100)),
  };
  return (
    <div role="row" aria-rowindex={index + 2} data-index={index} className={isOpen ? `${ROW} t-open` : ROW}>
      {AUDIT_COLUMNS.map((column) => (
        <div key={column} role="cell" className={LOOKS.cellClass(column)}>
          {cells[column]}
        </div>
      ))}
    </div>
  );
});

// Most of the log, and least of its news.
const ROUTINE: ReadonlySet<string> = new Set<AuditAction>(['session.opened', 'session.ended']);
