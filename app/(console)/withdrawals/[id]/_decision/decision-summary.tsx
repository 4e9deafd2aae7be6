import type { ReactNode } from 'react';
import { ProfileName } from '@/components/profiles/profile-name';
import { Fact } from '@/components/ui/facts';
import { Address } from '@/components/values/address';
import { Money } from '@/components/values/money';
import { UntrustedText } from '@/components/values/untrusted-text';
import { KeptBeneficiary } from '@/components/withdrawals/kept-beneficiary';
import { networkLabel } from '@/lib/networks/networks';
import type { RequestView } from '@/lib/requests/request-view';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';

interface DecisionSummaryProps {
  request: RequestView;
  /** True where the dialog asks for the address, and so shows it. */
  isAddressAsked?: boolean;
  /** True where the dialog asks for the amount, until it was entered. */
  isAmountHidden?: boolean;
}

/** Shows what a decision covers: one request, or a test payment and its remainder. */
export function DecisionSummary({ request, ...asked }: DecisionSummaryProps) {
  const { bundle, recipientName, keepsBeneficiary = false, value } = request;
  if (bundle?.kind !== 'test-payment') return <RequestSummaryBox request={request} {...asked} />;
  const { test, remainder, totalAmount } = bundle;
  // What it is worth is known of the part that the page is about.
  const ofTest = { recipientName, keepsBeneficiary, bytes: test.bytes, ...(test.id === request.id && { value }) };
  return (
    <RequestSummaryBox request={ofTest} {...asked}>
      {!asked.isAmountHidden && (
        <Fact name="Later">
          <Money {...fixedValueOf(remainder.body)} />, once receipt of the test payment is confirmed;{' '}
          <Money amount={totalAmount} asset={test.body.asset} /> in total
        </Fact>
      )}
    </RequestSummaryBox>
  );
}

interface RequestSummaryBoxProps extends Pick<DecisionSummaryProps, 'isAddressAsked' | 'isAmountHidden'> {
  request: Pick<RequestView, 'bytes' | 'recipientName' | 'keepsBeneficiary' | 'value'> &
    Partial<Pick<RequestView, 'note'>>;
  children?: ReactNode;
}

/** Shows the facts that a decision is about, decoded from the bytes that are sent; the page shows all others. */
export function RequestSummaryBox({
  request,
  isAddressAsked = false,
  isAmountHidden = false,
  children,
}: RequestSummaryBoxProps) {
  const { note = '' } = request;
  const body = parseWithdrawalBody(request.bytes);
  const { fixed, amount, asset } = fixedValueOf(body);
  const { destination_address: address, crypto_network: network, memo, profile_id: profile } = body;
  return (
    <div className="rounded-control bg-soft p-3">
      <KeptBeneficiary request={request} />
      <dl className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-body">
        <div className="col-span-2 min-w-0">
          <dt className="text-label text-dim">
            {fixed === 'amount' ? 'Recipient gets exactly' : 'Balance falls by exactly'}
          </dt>
          <dd>
            <strong className="text-title">
              {isAmountHidden ? 'Enter it below' : <Money amount={amount} asset={asset} value={request.value} />}
            </strong>
          </dd>
        </div>
        <div className="col-span-2 min-w-0 [overflow-wrap:anywhere]">
          <dt className="text-label text-dim">To</dt>
          <dd>
            <strong className="block font-semibold">
              {request.recipientName === null ? (
                'Not in the address book'
              ) : (
                <UntrustedText text={request.recipientName} limit={80} />
              )}
            </strong>
            {!isAddressAsked && <Address address={address} network={network} />}
            <span className="block text-label text-dim">{networkLabel(network)}</span>
            {memo !== undefined && (
              <span className="block">
                Memo{' '}
                <span className="font-mono">
                  <UntrustedText text={memo} limit={256} />
                </span>
              </span>
            )}
          </dd>
        </div>
        <Fact name="From">
          <ProfileName id={profile} />
        </Fact>
        {note !== '' && (
          <Fact name="Why">
            <UntrustedText text={note} limit={200} />
          </Fact>
        )}
        {children}
      </dl>
    </div>
  );
}
