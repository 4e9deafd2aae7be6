import { Address } from '@/components/values/address';
import { UntrustedText } from '@/components/values/untrusted-text';
import { FixedMoney } from '@/components/withdrawals/fixed-money';
import type { BatchItem } from '@/lib/requests/bundles/batches';

interface RowFactsProps {
  item: BatchItem;
  /** True while the amount is to be entered from the invoice. */
  isAmountHidden?: boolean;
}

/** Shows in a dialog what a person decides on in one row: its amount, the recipient or the note, and the address. */
export function RowFacts({
  item: { position, body, recipientName, note, look },
  isAmountHidden = false,
}: RowFactsProps) {
  const labels = look?.need === 'item' || look?.need === 'alone' ? look.labels : [];
  return (
    <span className="min-w-0 [overflow-wrap:anywhere]">
      Row {position + 1}:{' '}
      {isAmountHidden ? <span className="text-dim">amount hidden</span> : <FixedMoney body={body} />}
      {(recipientName ?? note) !== '' && ', '}
      {recipientName === null ? <Quoted text={note} /> : <UntrustedText text={recipientName} limit={80} />}{' '}
      <span className="block">
        <Address address={body.destination_address} network={body.crypto_network} />
      </span>
      {labels.length > 0 && (
        <span
          className={`block text-label ${labels.some((label) => look?.grave.includes(label)) ? 'text-bad' : 'text-warn'}`}
        >
          {labels.join(', ')}
        </span>
      )}
    </span>
  );
}

function Quoted({ text }: { text: string }) {
  return (
    text !== '' && (
      <>
        “<UntrustedText text={text} limit={80} />”
      </>
    )
  );
}
