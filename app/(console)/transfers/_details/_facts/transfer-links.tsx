import { Money } from '@/components/values/money';
import { FactGroup } from '@/app/(console)/transfers/_details/_facts/fact-group';
import { UntrustedText, readableText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { describeType } from '@/components/transfers/describe-type';
import { DirectionSign } from '@/components/transfers/transfer-headline';
import { Link } from '@/components/ui/link';
import { StatusMark } from '@/components/ui/status-mark';
import { routes } from '@/lib/http/routes';
import type { LinkedTransfer, LinkKind } from '@/lib/cases/transfer-detail';
import { theService } from '@/lib/text/service-name';
import { describeStatus } from '@/lib/transfers/describe-status';

const KIND_LABELS: Record<LinkKind, string> = {
  'converted-from': 'Converted from',
  'converted-to': 'Converted to',
  'conversion-of': 'Conversion of this transfer',
  group: 'Same group',
};

/** The transfers that are linked to this one, each a link to its page. */
export function TransferLinks({ linked, hasMore }: { linked: readonly LinkedTransfer[]; hasMore: boolean }) {
  if (linked.length === 0) return null;
  return (
    <FactGroup title="Linked transfers">
      <ul aria-label="Linked transfers" className="divide-y divide-line text-body">
        {linked.map((link) => (
          <li key={link.id} className="py-1.5">
            <p className="flex flex-wrap justify-between gap-x-3 text-label text-dim">
              {KIND_LABELS[link.kind]}
              {link.transfer?.created_at !== undefined && <Time iso={link.transfer.created_at} />}
            </p>
            <Link href={routes.transfer(link.id)} className="block min-h-6 hover:underline">
              {link.transfer ? <LinkedSummary transfer={link.transfer} /> : <UntrustedText text={link.id} limit={80} />}
            </Link>
            {link.transfer === null && (
              <p className="text-label text-dim">Not synced yet. Open the transfer to load it from {theService()}.</p>
            )}
          </li>
        ))}
      </ul>
      {hasMore && (
        <p className="mt-1 text-label text-dim">
          There are more linked transfers. Search for the group ID or the transfer ID to see all of them.
        </p>
      )}
    </FactGroup>
  );
}

function LinkedSummary({
  transfer: { type, amount, asset, direction, status },
}: {
  transfer: NonNullable<LinkedTransfer['transfer']>;
}) {
  const { label, tone } = describeStatus(status === undefined ? {} : { status });
  return (
    <>
      <span className="flex flex-wrap justify-between gap-x-3">
        <bdi>{describeType(type)}</bdi>
        {amount !== undefined && (
          <span>
            <DirectionSign direction={direction} />
            <Money amount={amount} asset={asset} />
          </span>
        )}
      </span>
      <StatusMark tone={tone} label={readableText(label, 60)} />
    </>
  );
}
