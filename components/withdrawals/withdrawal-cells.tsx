import { FromNamedProfile } from '@/components/profiles/profile-name';
import { Address } from '@/components/values/address';
import { Money, type MoneyLooks } from '@/components/values/money';
import { UntrustedText } from '@/components/values/untrusted-text';
import { networkLabel } from '@/lib/networks/networks';
import type { WithdrawalBody } from '@/lib/withdrawals/body';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';
import type { RequestSummary } from '@/lib/requests/request-summary';

/** Shows the value that a request fixes, in the asset it is counted in. */
export function FixedMoney({ body, ...looks }: Pick<RequestSummary, 'body'> & MoneyLooks) {
  const { amount, asset } = fixedValueOf(body);
  return <Money {...looks} amount={amount} asset={asset} />;
}

function describeConversion({ asset, balance_asset: balance, amount }: WithdrawalBody): string {
  if (balance === undefined || balance === asset) return '';
  return amount === undefined ? `, sent as ${asset}` : `, from the ${balance} balance`;
}

/** Shows the amount with its value, whether the fee is included, and the network. */
export function AmountCell({ body, value }: Pick<RequestSummary, 'body'> & Pick<MoneyLooks, 'value'>) {
  return (
    <>
      <FixedMoney body={body} value={value} isValueBelow />
      <span className="block text-label text-dim [overflow-wrap:anywhere]">
        {body.amount === undefined ? 'total, fee included' : 'fee on top'}
        {describeConversion(body)} · {networkLabel(body.crypto_network)}
        <FromNamedProfile id={body.profile_id} />
      </span>
    </>
  );
}

/** Shows the recipient: the name in the address book, the whole address, the memo and the reference. */
export function RecipientCell({
  body,
  recipientName,
  refId,
}: Pick<RequestSummary, 'body' | 'recipientName' | 'refId'>) {
  return (
    <>
      {recipientName !== null && (
        <span className="block font-medium [overflow-wrap:anywhere]">
          <UntrustedText text={recipientName} limit={80} />
        </span>
      )}
      <Address address={body.destination_address} network={body.crypto_network} />
      {body.memo !== undefined && (
        <span className="block text-label text-dim [overflow-wrap:anywhere]">
          Memo <UntrustedText text={body.memo} />
        </span>
      )}
      <span className="block font-mono text-label text-dim [overflow-wrap:anywhere]">{refId}</span>
    </>
  );
}
