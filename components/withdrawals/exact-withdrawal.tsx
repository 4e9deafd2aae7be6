import type { ReactNode } from 'react';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Fact, Facts } from '@/components/ui/facts';
import { WithdrawalBodyFacts } from '@/components/withdrawals/withdrawal-body-facts';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import type { AddressEntry } from '@/lib/withdrawals/address-entry';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

interface ExactWithdrawalProps {
  /** The body as the text that is sent. */
  bytes: string;
  note: string;
  /** How the address got into the form, where that is known. */
  addressEntry?: AddressEntry | null;
  /** What the book calls the recipient; null where it does not know them. */
  recipientName?: string | null;
  /** Whether what came of it stands beside. */
  hasTransfer?: boolean;
  /** Stands under the text, such as its hash. */
  children?: ReactNode;
}

/** A withdrawal, decoded from the very bytes that are sent; its note, which is not; and the bytes themselves. */
export function ExactWithdrawal({
  bytes,
  note,
  addressEntry,
  recipientName = null,
  hasTransfer = false,
  children,
}: ExactWithdrawalProps) {
  return (
    <>
      <WithdrawalBodyFacts
        body={parseWithdrawalBody(bytes)}
        hasTransfer={hasTransfer}
        {...(addressEntry && { addressEntry })}
        recipientName={recipientName}
      />
      {note !== '' && (
        <div className="mt-4 border-t border-line pt-3">
          <Facts>
            <Fact name="Note, not sent">
              <UntrustedText text={note} limit={500} />
            </Fact>
          </Facts>
        </div>
      )}
      <details className="mt-4 text-sm">
        <summary className="text-dim">As the service gets it</summary>
        <pre className="mt-2 rounded-control bg-soft p-3 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
          {revealHiddenCharacters(bytes)}
        </pre>
        {children}
      </details>
    </>
  );
}
