import type { ReactNode } from 'react';
import { Address } from '@/components/values/address';
import { UntrustedText } from '@/components/values/untrusted-text';
import { FixedMoney } from '@/components/withdrawals/fixed-money';
import { type MarkedChunk, markDifferences } from '@/lib/addresses/similarity';
import { resolveNetwork } from '@/lib/networks/networks';
import { identifyAddress } from '@/lib/recipients/recipients';
import type { BatchItem } from '@/lib/requests/bundles/batches';

const normalOf = ({ body }: BatchItem) =>
  identifyAddress(resolveNetwork(body.crypto_network), body.destination_address).normal;

/**
 * Lists the rows of the batch whose address that of a row resembles; without those whose address the row shows beside
 * its own already.
 */
export function listResembled({ look }: BatchItem, items: readonly BatchItem[]): BatchItem[] {
  const shown = new Set(look?.similarAddresses.map((similar) => (similar.isHidden ? '' : similar.address)));
  return items.filter((one) => look?.resembles.includes(one.position) && !shown.has(normalOf(one)));
}

interface ComparedAddressesProps {
  item: BatchItem;
  others: readonly BatchItem[];
  isAmountHidden: (item: BatchItem) => boolean;
}

/** Shows the whole address of a row above those of the rows that it resembles, with the differences marked. */
export function ComparedAddresses({ item, others, isAmountHidden }: ComparedAddressesProps) {
  const { family } = resolveNetwork(item.body.crypto_network);
  const own = normalOf(item);
  const marks = others.map((other) => markDifferences(own, normalOf(other), family));
  return (
    <ul aria-label="Similar addresses" className="space-y-1">
      <ComparedAddress item={item} marked={marks[0]?.a} about="this row" />
      {others.map((other, index) => (
        <ComparedAddress
          key={other.id}
          item={other}
          marked={marks[index]?.b}
          about={
            <>
              row {other.position + 1}
              {!isAmountHidden(other) && (
                <>
                  , <FixedMoney body={other.body} />
                </>
              )}
              {other.recipientName !== null && (
                <>
                  , <UntrustedText text={other.recipientName} limit={80} />
                </>
              )}
            </>
          }
        />
      ))}
    </ul>
  );
}

interface ComparedAddressProps {
  item: BatchItem;
  marked: readonly MarkedChunk[] | undefined;
  about: ReactNode;
}

function ComparedAddress({ item: { body }, marked, about }: ComparedAddressProps) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-3">
      <Address address={body.destination_address} network={body.crypto_network} {...(marked && { marked })} />
      <span className="text-label text-dim">{about}</span>
    </li>
  );
}
