import { readableText } from '@/components/values/untrusted-text';
import { Highlighted } from '@/components/values/highlighted';
import { describeTime } from '@/components/values/time';
import { describeMatch } from '@/lib/search/describe-match';
import { readCompletedBy } from '@/lib/transfers/completed-by';
import type { Match, TransferRow } from '@/lib/transfers/transfer';

const METADATA = 'metadata.';

/** The match of a transfer in a search, with the matching value where the row does not show it. */
export function MatchLine({
  transfer,
  match,
  q,
  hasName,
  isInBrowser,
}: {
  transfer: TransferRow;
  match: Match;
  q: string;
  hasName: boolean;
  isInBrowser: boolean;
}) {
  const completedBy = describeTime(readCompletedBy(transfer) ?? '', isInBrowser);
  const value = hasName ? undefined : valueOf(transfer, match.field);
  return (
    <p className="truncate text-label leading-4 text-dim">
      {describeMatch(match)}
      {value !== undefined && (
        <>
          :{' '}
          <bdi className="font-mono">
            <Highlighted text={readableText(value, 120)} part={q} />
          </bdi>
        </>
      )}
      {completedBy && (
        <span title={completedBy.title} suppressHydrationWarning>
          {` · completed by ${completedBy.short}`}
        </span>
      )}
      {transfer.recipient && (
        <>
          {' · to '}
          <bdi>{readableText(transfer.recipient.name, 60)}</bdi>
        </>
      )}
    </p>
  );
}

function valueOf(transfer: TransferRow, field: string): string | undefined {
  const key = field.startsWith(METADATA) ? field.slice(METADATA.length) : undefined;
  const value: unknown = key === undefined ? transfer[field as keyof TransferRow] : transfer.metadata?.[key];
  return typeof value === 'string' ? value : undefined;
}
