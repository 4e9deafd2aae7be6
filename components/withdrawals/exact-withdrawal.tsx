import type { ReactNode } from 'react';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Fact, Facts } from '@/components/ui/facts';
import { WithdrawalBodyFacts } from '@/components/withdrawals/withdrawal-body-facts';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import type { UsdValue } from '@/lib/money/usd-value';
import type { AddressEntry } from '@/lib/withdrawals/address-entry';
import { theService } from '@/lib/text/service-name';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

interface ExactWithdrawalProps {
  /** The body as the text that is sent to the service. */
  bytes: string;
  note: string;
  /** How the address was entered into the form, where that is known. */
  addressEntry?: AddressEntry | null;
  /** The recipient's name in the address book; null where the recipient has no entry. */
  recipientName?: string | null;
  /** True where the page also shows the transfer at the service. */
  hasTransfer?: boolean;
  /** What the fixed value is worth. */
  value?: UsdValue | null | undefined;
  /** Shown below the text, such as its hash. */
  children?: ReactNode;
}

const CODE = 'mt-2 rounded-control bg-soft p-3 font-mono text-label whitespace-pre-wrap [overflow-wrap:anywhere]';

/** Shows a withdrawal decoded from the bytes that are sent, its note, which is not sent, and the bytes themselves. */
export function ExactWithdrawal({
  bytes,
  note,
  addressEntry,
  recipientName = null,
  hasTransfer = false,
  value,
  children,
}: ExactWithdrawalProps) {
  return (
    <>
      <WithdrawalBodyFacts
        body={parseWithdrawalBody(bytes)}
        hasTransfer={hasTransfer}
        {...(addressEntry && { addressEntry })}
        recipientName={recipientName}
        value={value}
      />
      {note !== '' && (
        <div className="mt-4 border-t border-line pt-3">
          <Facts>
            <Fact name="Note (not sent)">
              <UntrustedText text={note} limit={500} />
            </Fact>
          </Facts>
        </div>
      )}
      <details className="mt-4 text-body">
        <summary className="text-dim">Request sent to {theService()} (JSON)</summary>
        <pre className={CODE}>{revealHiddenCharacters(bytes)}</pre>
        {children}
      </details>
    </>
  );
}
