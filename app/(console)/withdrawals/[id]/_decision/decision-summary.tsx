import type { ReactNode } from 'react';
import { ProfileName } from '@/components/profiles/profile-name';
import { Fact, Facts } from '@/components/ui/facts';
import { Address } from '@/components/values/address';
import { Money } from '@/components/values/money';
import { UntrustedText } from '@/components/values/untrusted-text';
import { KeptBeneficiary } from '@/components/withdrawals/kept-beneficiary';
import { networkLabel } from '@/lib/networks/networks';
import type { RequestView } from '@/lib/requests/request-view';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';

/** Shows what a decision covers: one request, or a test payment and its remainder. */
export function DecisionSummary({ request }: { request: RequestView }) {
  const { bundle, recipientName, keepsBeneficiary = false } = request;
  if (bundle?.kind !== 'test-payment') return <RequestSummaryBox request={request} />;
  const { test, remainder, totalAmount } = bundle;
  return (
    <RequestSummaryBox request={{ recipientName, keepsBeneficiary, bytes: test.bytes }}>
      <Fact name="Then the remainder">
        <Money {...fixedValueOf(remainder.body)} />, once someone confirms that the recipient has received the test
        payment; <Money amount={totalAmount} asset={test.body.asset} /> in total
      </Fact>
    </RequestSummaryBox>
  );
}

interface RequestSummaryBoxProps {
  request: Pick<RequestView, 'bytes' | 'recipientName' | 'keepsBeneficiary' | 'value'> &
    Partial<Pick<RequestView, 'note'>>;
  children?: ReactNode;
}

/** Shows the facts that a decision is about, decoded from the bytes that are sent; the page shows all others. */
export function RequestSummaryBox({ request, children }: RequestSummaryBoxProps) {
  const { note = '' } = request;
  const body = parseWithdrawalBody(request.bytes);
  const { fixed, amount, asset } = fixedValueOf(body);
  const { destination_address: address, crypto_network: network, memo, profile_id: profile } = body;
  return (
    <div className="rounded-control bg-soft p-3">
      <KeptBeneficiary request={request} />
      <Facts>
        <Fact name={fixed === 'amount' ? 'Recipient gets exactly' : 'Balance falls by exactly'}>
          <strong className="text-title">
            <Money amount={amount} asset={asset} value={request.value} />
          </strong>
        </Fact>
        <Fact name="To">
          <strong className="block font-semibold">
            {request.recipientName === null ? (
              'Not in the address book'
            ) : (
              <UntrustedText text={request.recipientName} limit={80} />
            )}
          </strong>
          <Address address={address} network={network} />
          <span className="block text-label text-dim">{networkLabel(network)}</span>
          {memo !== undefined && (
            <span className="block">
              Memo{' '}
              <span className="font-mono">
                <UntrustedText text={memo} limit={256} />
              </span>
            </span>
          )}
        </Fact>
        <Fact name="From">
          <ProfileName id={profile} />
        </Fact>
        {note !== '' && (
          <Fact name="Why">
            <UntrustedText text={note} limit={200} />
          </Fact>
        )}
        {children}
      </Facts>
    </div>
  );
}
