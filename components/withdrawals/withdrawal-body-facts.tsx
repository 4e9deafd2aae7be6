import { ProfileName } from '@/components/profiles/profile-name';
import { Address } from '@/components/values/address';
import { UntrustedText } from '@/components/values/untrusted-text';
import { CopyButton } from '@/components/ui/copy-button';
import { Fact, Facts } from '@/components/ui/facts';
import { FixedAmountSentence } from '@/components/withdrawals/fixed-amount-sentence';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import type { UsdValue } from '@/lib/money/usd-value';
import { networkLabel } from '@/lib/networks/networks';
import { type Beneficiary, describeBeneficiary } from '@/lib/withdrawals/beneficiary';
import type { WithdrawalBody } from '@/lib/withdrawals/body';
import { OPTIONAL_FIELDS } from '@/lib/withdrawals/fields';

interface WithdrawalBodyFactsProps {
  /** With an empty `ref_id` where every request has another. */
  body: WithdrawalBody;
  /** The recipient's name in the address book; null where the recipient has no entry. */
  recipientName: string | null;
  /** What the fixed value is worth. */
  value?: UsdValue | null | undefined;
}

/** Shows every member of a request body, in full, for a person to decide on. */
export function WithdrawalBodyFacts({ body, recipientName, value }: WithdrawalBodyFactsProps) {
  return (
    <>
      <div className="mb-4">
        <FixedAmountSentence body={body} value={value} />
      </div>
      <dl className="mb-4">
        <dt className="min-w-0 text-label text-dim [overflow-wrap:anywhere]">To</dt>
        <dd className="min-w-0 [overflow-wrap:anywhere]">
          <Recipient body={body} recipientName={recipientName} />
        </dd>
      </dl>
      <Facts>
        <ProfileFact body={body} name="From profile" />
        <Fact name="Network">{networkLabel(body.crypto_network)}</Fact>
        <Fact name="Memo">{mono(body.memo)}</Fact>
        <ReferenceAndMore body={body} />
      </Facts>
    </>
  );
}

/** The profile that a withdrawal leaves from. */
export function ProfileFact({ body, name }: { body: WithdrawalBody; name: string }) {
  return (
    <Fact name={name}>
      {typeof body.profile_id === 'string' ? <ProfileName id={body.profile_id} /> : mono(body.profile_id)}
    </Fact>
  );
}

/** The members of a body apart from its amount, its recipient and its profile. */
export function ReferenceAndMore({ body }: { body: WithdrawalBody }) {
  return (
    <>
      <Fact name="Reference">
        {body.ref_id !== '' && (
          <>
            {mono(body.ref_id)} <CopyButton text={body.ref_id} what="reference" />
          </>
        )}
      </Fact>
      {OPTIONAL_FIELDS.map(({ wire, label, kind }) => (
        <Fact key={wire} name={label}>
          {kind === 'id' ? mono(body[wire]) : body[wire]}
        </Fact>
      ))}
      <Fact name="Beneficiary">{body.beneficiary && <BeneficiaryValue beneficiary={body.beneficiary} />}</Fact>
      <Fact name="Details">
        {body.metadata && Object.keys(body.metadata).length > 0 && <Metadata metadata={body.metadata} />}
      </Fact>
      {listOtherMembers(body).map(([key, value]) => (
        <Fact key={key} name={`Also sent: ${revealHiddenCharacters(key)}`}>
          {mono(value)}
        </Fact>
      ))}
    </>
  );
}

/** Shows each pair in a box of its own, so that no value can look like another pair. */
function Metadata({ metadata }: { metadata: NonNullable<WithdrawalBody['metadata']> }) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {Object.entries(metadata).map(([key, value]) => (
        <li key={key} className="max-w-full rounded-control border border-line px-1.5 [overflow-wrap:anywhere]">
          <bdi className="text-dim">{revealHiddenCharacters(key)}</bdi>{' '}
          {value === '' ? <span className="text-dim">(empty)</span> : mono(value)}
        </li>
      ))}
    </ul>
  );
}

/** Shows a beneficiary in words where these say everything, otherwise as the JSON that is sent. */
function BeneficiaryValue({ beneficiary }: { beneficiary: Beneficiary }) {
  const words = describeBeneficiary(beneficiary);
  return words === undefined ? (
    <pre className="font-mono text-label whitespace-pre-wrap">
      {revealHiddenCharacters(JSON.stringify(beneficiary, null, 2)).replaceAll('⟨U+000A⟩', '\n')}
    </pre>
  ) : (
    <UntrustedText text={words} limit={600} />
  );
}

const SHOWN: ReadonlySet<string> = new Set([
  'ref_id',
  'profile_id',
  'asset',
  'crypto_network',
  'destination_address',
  'amount',
  'total',
  'memo',
  ...OPTIONAL_FIELDS.map(({ wire }) => wire),
  'beneficiary',
  'metadata',
] satisfies (keyof WithdrawalBody)[]);

/** Lists members that no request of this console has: everything in the bytes is sent. */
function listOtherMembers(body: WithdrawalBody): [string, string][] {
  return Object.entries(body)
    .filter(([key]) => !SHOWN.has(key))
    .map(([key, value]) => [key, JSON.stringify(value)]);
}

function Recipient({
  body: { destination_address: address, crypto_network: network },
  recipientName,
}: Pick<WithdrawalBodyFactsProps, 'body' | 'recipientName'>) {
  return (
    <>
      {recipientName !== null && (
        <strong className="block text-heading font-semibold [overflow-wrap:anywhere]">
          <UntrustedText text={recipientName} limit={80} />
        </strong>
      )}
      <Address address={address} network={network} isLarge /> <CopyButton text={address} what="destination address" />
    </>
  );
}

/** Shows a value as it is in the bytes; one that is no text, which no request of this console has, as JSON. */
function mono(value: unknown) {
  if (value === undefined) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return <bdi className="font-mono">{revealHiddenCharacters(text)}</bdi>;
}
