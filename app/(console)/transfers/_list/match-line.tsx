import { readableText } from '@/components/values/untrusted-text';
import { Highlighted } from '@/components/values/highlighted';
import { describeTime } from '@/components/values/time';
import { describeMatch, describeMatchParts } from '@/lib/search/describe-match';
import { readCompletedBy } from '@/lib/transfers/completed-by';
import type { Match, TransferRow } from '@/lib/transfers/transfer';

const METADATA = 'metadata.';

/**
 * The match of a transfer in a search. Where the row does not show the matching value, the line does, with the search
 * term highlighted instead of a sentence; in a narrow list it has no place for the name of the field either.
 */
export default function MatchLine({
  transfer,
  match,
  q,
  hasName,
  today,
}: {
  transfer: TransferRow;
  match: Match;
  q: string;
  hasName: boolean;
  today: string | undefined;
}) {
  const completedBy = describeTime(readCompletedBy(transfer) ?? '', today);
  const value = hasName ? undefined : valueOf(transfer, match.field);
  const { field, how } = describeMatchParts(match);
  return (
    <p className="t-match">
      {value === undefined ? (
        // A card has no room for words about what is marked.
        <span className="@max-[800px]/list:sr-only">{describeMatch(match)}</span>
      ) : (
        <>
          <span className="@max-[800px]/list:sr-only">{field}</span> <span className="sr-only">{how}:</span>{' '}
          <bdi className="font-mono">
            <Highlighted text={readableText(match.how === 'suffix' ? endOf(value, q) : value, 120)} part={q} />
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

// How many characters before the search term tell that there are more.
const BEFORE_END = 4;

/** Gives the end of a value that matched, as the row may have no place for the whole. */
function endOf(value: string, q: string): string {
  const start = value.length - q.trim().length - BEFORE_END;
  return start > 1 ? `…${value.slice(start)}` : value;
}

function valueOf(transfer: TransferRow, field: string): string | undefined {
  const key = field.startsWith(METADATA) ? field.slice(METADATA.length) : undefined;
  const value: unknown = key === undefined ? transfer[field as keyof TransferRow] : transfer.metadata?.[key];
  return typeof value === 'string' ? value : undefined;
}
