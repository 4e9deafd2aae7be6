import type { ReactNode, Ref } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import { describeType } from '@/components/transfers/describe-type';
import { TransferHeadline } from '@/components/transfers/transfer-headline';
import { ShortAddress } from '@/components/values/short-address';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { TransferRow } from '@/lib/transfers/transfer';

interface TransferHeadProps {
  id: string;
  /** Undefined until it is read. */
  transfer: TransferRow | undefined;
  headingRef: Ref<HTMLHeadingElement> | undefined;
  /** The actions on a transfer beside a list; a page has a title with the reference of its own. */
  actions: ReactNode;
}

/** Says which payment it is: reference, amount and recipient. */
export function TransferHead({ id, transfer, headingRef, actions }: TransferHeadProps) {
  const isBeside = actions !== undefined;
  const reference = transfer?.ref_id ?? id;
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <h2
          ref={headingRef}
          tabIndex={-1}
          className="min-w-0 text-heading font-semibold [overflow-wrap:anywhere] outline-none"
        >
          {transfer && !isBeside ? (
            <bdi>{describeType(transfer.type)}</bdi>
          ) : (
            <UntrustedText text={transfer ? reference : `Transfer ${id}`} limit={100} />
          )}
        </h2>
        {actions}
      </div>
      {transfer && isBeside && (
        <p className="-mt-0.5 text-body text-dim">
          <bdi>{describeType(transfer.type)}</bdi>{' '}
          <CopyButton text={reference} what={transfer.ref_id === undefined ? 'transfer ID' : 'reference'} />
        </p>
      )}
      {transfer && <TransferHeadline transfer={transfer} />}
      {transfer && <Destination transfer={transfer} />}
    </>
  );
}

function Destination({
  transfer: { recipient, destination_address: address, crypto_network: network = '' },
}: {
  transfer: TransferRow;
}) {
  if (!recipient && address === undefined) return null;
  return (
    <p className="text-body [overflow-wrap:anywhere]">
      <span className="text-dim">To </span>
      {recipient && <UntrustedText text={recipient.name} limit={100} />}{' '}
      {address !== undefined && <ShortAddress address={address} network={network} />}
    </p>
  );
}
