import { Time } from '@/components/values/time';
import { Link } from '@/components/ui/link';
import { routes } from '@/lib/http/routes';
import type { Adoption } from '@/lib/recipients/adoption';
import { formatCount } from '@/lib/text/locale';

/** Says which withdrawals were looked at and who is left out, with a link to earlier withdrawals. */
export function AdoptionScope({ adoption }: { adoption: Adoption }) {
  const { more, similar, lookedBackTo, before, isComplete } = adoption;
  return (
    <div className="max-w-reading space-y-1 text-body text-dim">
      <p>
        Completed withdrawals count that raised no alarm and were worth 10 USD or requested here. Those paid most often
        come first.
      </p>
      {(lookedBackTo !== null || before !== null) && (
        <p>
          Looked through: withdrawals
          {lookedBackTo !== null && (
            <>
              {' '}
              since <Time iso={lookedBackTo} />
            </>
          )}
          {before !== null && (
            <>
              {' '}
              before <Time iso={before} />
            </>
          )}
          .{' '}
          {lookedBackTo !== null && (
            <Link href={routes.adoptRecipientsBefore(lookedBackTo)} className="underline">
              Look further back
            </Link>
          )}{' '}
          {before !== null && (
            <Link href={routes.adoptRecipients} className="underline">
              Newest withdrawals
            </Link>
          )}
        </p>
      )}
      {!isComplete && <p>Transfers are still being synced: more recipients may be offered later.</p>}
      {similar > 0 && (
        <p>
          {similar === 1 ? '1 recipient is' : `${formatCount(similar)} recipients are`} left out, because another known
          address resembles theirs. Add them one at a time, and compare the addresses.
        </p>
      )}
      {more > 0 && (
        <p>
          {formatCount(more)} more {more === 1 ? 'recipient is' : 'recipients are'} offered once these are proposed.
        </p>
      )}
    </div>
  );
}
