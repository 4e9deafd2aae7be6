import { FactGroup } from '@/app/(console)/transfers/_details/fact-group';
import { UntrustedText, readableText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { DirectionSign, ReadableAmount, typeWords } from '@/components/transfers/transfer-headline';
import { Link } from '@/components/ui/link';
import { StatusMark } from '@/components/ui/status-mark';
import { routes } from '@/lib/http/routes';
import type { LinkedTransfer, LinkKind } from '@/lib/transfers/detail';
import { describeStatus } from '@/lib/transfers/describe-status';

const KIND_WORDS: Record<LinkKind, string> = {
  'converted-from': 'Converted from',
  'converted-to': 'Converted to',
  'conversion-of': 'Names this one in its conversion',
  group: 'Same group',
};

/** The transfers that belong to this one, each a way to its own page. */
export function TransferLinks({ linked, hasMore }: { linked: readonly LinkedTransfer[]; hasMore: boolean }) {
  if (linked.length === 0) return null;
  return (
    <FactGroup title="Linked transfers">
      <ul aria-label="Linked transfers" className="divide-y divide-line text-sm">
        {linked.map((link) => (
          <li key={link.id} className="py-1.5">
            <p className="flex flex-wrap justify-between gap-x-3 text-xs text-dim">
              {KIND_WORDS[link.kind]}
              {link.transfer?.created_at !== undefined && <Time iso={link.transfer.created_at} />}
            </p>
            <Link href={routes.transfer(link.id)} className="block min-h-6 hover:underline">
              {link.transfer ? <Linked transfer={link.transfer} /> : <UntrustedText text={link.id} limit={80} />}
            </Link>
            {link.transfer === null && (
              <p className="text-xs text-dim">Our copy does not have it; its page asks the service.</p>
            )}
          </li>
        ))}
      </ul>
      {hasMore && (
        <p className="mt-1 text-xs text-dim">
          There are more than these; search for the group or the transfer ID to see all.
        </p>
      )}
    </FactGroup>
  );
}

function Linked({
  transfer: { type, amount, asset, direction, status },
}: {
  transfer: NonNullable<LinkedTransfer['transfer']>;
}) {
  const { label, tone } = describeStatus(status === undefined ? {} : { status });
  return (
    <>
      <span className="flex flex-wrap justify-between gap-x-3">
        <bdi>{typeWords(type)}</bdi>
        {amount !== undefined && (
          <span>
            <DirectionSign direction={direction} />
            <ReadableAmount amount={amount} asset={asset} />
          </span>
        )}
      </span>
      <StatusMark tone={tone} label={readableText(label, 60)} />
    </>
  );
}
