import { UntrustedText } from '@/components/values/untrusted-text';
import { Fact, Facts } from '@/components/ui/facts';
import { WithdrawalBodyFacts } from '@/components/withdrawals/withdrawal-body-facts';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import type { UsdValue } from '@/lib/money/usd-value';
import { theService } from '@/lib/text/service-name';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

interface ExactWithdrawalProps {
  /** The body as the text that is sent to the service. */
  bytes: string;
  note: string;
  /** The recipient's name in the address book; null where the recipient has no entry. */
  recipientName?: string | null;
  /** What the fixed value is worth. */
  value?: UsdValue | null | undefined;
}

const CODE = 'mt-2 rounded-control bg-soft p-3 font-mono text-label whitespace-pre-wrap [overflow-wrap:anywhere]';

/** Shows a withdrawal decoded from the bytes that are sent, its note, which is not sent, and the bytes themselves. */
export function ExactWithdrawal({ bytes, note, recipientName = null, value }: ExactWithdrawalProps) {
  return (
    <>
      <WithdrawalBodyFacts body={parseWithdrawalBody(bytes)} recipientName={recipientName} value={value} />
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
      </details>
    </>
  );
}
