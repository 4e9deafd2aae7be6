import { UntrustedText } from '@/components/values/untrusted-text';
import { Fact, Facts } from '@/components/ui/facts';
import { KeptBeneficiary } from '@/components/withdrawals/kept-beneficiary';
import { WithdrawalBodyFacts } from '@/components/withdrawals/withdrawal-body-facts';
import type { RequestView } from '@/lib/requests/request-view';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

/** Shows what a decision covers: one request, or a test payment and its remainder with the hash over both. */
export function DecisionSummary({ request }: { request: RequestView }) {
  const { bundle } = request;
  if (bundle?.kind !== 'test-payment')
    return (
      <>
        <KeptBeneficiary request={request} />
        <RequestSummaryBox request={request} />
      </>
    );
  const { test, remainder, sha256 } = bundle;
  return (
    <>
      <KeptBeneficiary request={request} />
      <p>The test payment, sent first:</p>
      <RequestSummaryBox request={test} />
      <p>The remainder, sent once someone confirms that the recipient has received the test payment:</p>
      <RequestSummaryBox request={remainder} />
      <p className="text-label text-dim">
        One decision covers both: SHA-256 <ShortHash sha256={sha256} />
      </p>
    </>
  );
}

interface RequestSummaryBoxProps {
  request: Pick<RequestView, 'bytes' | 'bodySha256' | 'recipientName'> & Partial<Pick<RequestView, 'note' | 'value'>>;
}

/** Shows every member of the bytes that are sent, decoded from the bytes, with their hash; and the note. */
export function RequestSummaryBox({ request }: RequestSummaryBoxProps) {
  const { bytes, bodySha256, recipientName, note = '', value } = request;
  return (
    <div className="rounded-control bg-soft p-3">
      <WithdrawalBodyFacts
        body={parseWithdrawalBody(bytes)}
        recipientName={recipientName}
        hasTransfer={false}
        value={value}
      />
      {note !== '' && (
        <div className="mt-2">
          <Facts>
            <Fact name="Note (not sent)">
              <UntrustedText text={note} limit={500} />
            </Fact>
          </Facts>
        </div>
      )}
      <p className="mt-2 text-label text-dim">
        SHA-256 of the bytes <ShortHash sha256={bodySha256} />
      </p>
    </div>
  );
}

/** Shows the first 16 digits of a hash in groups of four. */
export function ShortHash({ sha256 }: { sha256: string }) {
  return <span className="font-mono">{sha256.slice(0, 16).match(/.{4}/g)?.join(' ')}…</span>;
}
