import { Address } from '@/components/values/address';
import { UntrustedText } from '@/components/values/untrusted-text';
import { CopyButton } from '@/components/ui/copy-button';
import { Fact, Facts } from '@/components/ui/facts';
import { FixedAmountSentence } from '@/components/withdrawals/fixed-amount-sentence';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { networkLabel } from '@/lib/networks/networks';
import { ADDRESS_ENTRY_LABELS, type AddressEntry } from '@/lib/withdrawals/address-entry';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

interface WithdrawalBodyFactsProps {
  body: WithdrawalBody;
  addressEntry?: AddressEntry;
  /** What the book calls the recipient; null where it does not know them. */
  recipientName: string | null;
  /** Whether what came of it stands beside. */
  hasTransfer: boolean;
}

/** A request body decoded for a person to decide on: everything in it, and nothing shortened. */
export function WithdrawalBodyFacts({ body, addressEntry, recipientName, hasTransfer }: WithdrawalBodyFactsProps) {
  const {
    ref_id,
    profile_id,
    asset,
    crypto_network,
    destination_address,
    memo,
    balance_asset,
    identity_id,
    account_id,
    fee_id,
    beneficiary,
    metadata,
  } = body;
  return (
    <>
      <div className="mb-4">
        <FixedAmountSentence
          fixed={body.amount === undefined ? 'total' : 'amount'}
          amount={body.amount ?? body.total}
          asset={asset}
          hasTransfer={hasTransfer}
        />
      </div>
      <Facts>
        <Fact name="From profile">{mono(profile_id)}</Fact>
        <Fact name="Network">{networkLabel(crypto_network)}</Fact>
        <Fact name="To">
          {recipientName !== null && (
            <strong className="block font-medium">
              <UntrustedText text={recipientName} limit={80} />
            </strong>
          )}
          <Address address={destination_address} network={crypto_network} />{' '}
          <CopyButton text={destination_address} what="destination address" />
          {addressEntry && <span className="block text-xs text-dim">{ADDRESS_ENTRY_LABELS[addressEntry]}</span>}
        </Fact>
        <Fact name="Memo">{mono(memo)}</Fact>
        <Fact name="Reference">
          {mono(ref_id)} <CopyButton text={ref_id} what="reference" />
        </Fact>
        <Fact name="Balance asset">{balance_asset}</Fact>
        <Fact name="Identity ID">{mono(identity_id)}</Fact>
        <Fact name="Account ID">{mono(account_id)}</Fact>
        <Fact name="Fee ID">{mono(fee_id)}</Fact>
        <Fact name="Beneficiary">
          {beneficiary && (
            <pre className="font-mono text-xs whitespace-pre-wrap">
              {revealHiddenCharacters(JSON.stringify(beneficiary, null, 2)).replaceAll('⟨U+000A⟩', '\n')}
            </pre>
          )}
        </Fact>
        {Object.entries(metadata ?? {}).map(([key, value]) => (
          <Fact key={key} name={`Metadata: ${revealHiddenCharacters(key)}`}>
            {mono(value)}
          </Fact>
        ))}
      </Facts>
    </>
  );
}

function mono(text: string | undefined) {
  return text === undefined ? undefined : <bdi className="font-mono">{revealHiddenCharacters(text)}</bdi>;
}
