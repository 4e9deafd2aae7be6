'use client';

import type { Ref } from 'react';
import { useCurrentChecks } from '@/app/(console)/withdrawals/[id]/_decision/use-current-checks';
import { CopyButton } from '@/components/ui/copy-button';
import { Address } from '@/components/values/address';
import { Money } from '@/components/values/money';
import { Time } from '@/components/values/time';
import { readableText, UntrustedText } from '@/components/values/untrusted-text';
import { explainConversion, explainFee } from '@/lib/withdrawals/explain-fixed';
import { KeptBeneficiary } from '@/components/withdrawals/kept-beneficiary';
import { type MarkedChunk, markDifferences } from '@/lib/addresses/similarity';
import { findNetwork, networkLabel } from '@/lib/networks/networks';
import { groupDigits } from '@/lib/money/format-amount';
import { describePriceAge, describeValue, VALUE_CURRENCY } from '@/lib/money/usd-value';
import type { KnownAddress } from '@/lib/recipients/recipients';
import { listToChoose, type RecipientChecks } from '@/lib/risk/recipient-checks';
import { isUnpaid } from '@/lib/requests/follow-up';
import { isSettled, type RequestView } from '@/lib/requests/request-view';
import { labelFirstPayment } from '@/lib/risk/first-payment';
import { theService } from '@/lib/text/service-name';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { ADDRESS_ENTRY_LABELS } from '@/lib/withdrawals/address-entry';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';

/** The members of a request that its headline shows; a line of the queue has them too. */
export type HeadlineRequest = Pick<
  RequestView,
  'id' | 'state' | 'send' | 'body' | 'recipientName' | 'firstPayment' | 'value' | 'keepsBeneficiary'
> &
  Partial<Pick<RequestView, 'addressEntry' | 'feeQuote' | 'transfer'>>;

interface HeadlineProps {
  request: HeadlineRequest;
  /** Null until they were read. */
  checks: RecipientChecks | null;
  /** The heading, which gets the focus in a queue; `describedBy` is read with it. */
  headingRef?: Ref<HTMLHeadingElement>;
  describedBy?: string | undefined;
  /** `h2` where the page has a heading of its own. */
  level?: 'h1' | 'h2';
}

/** Shows the amount and the recipient of a request, with its current checks. */
export function RequestHeadline({ request, ...rest }: Omit<HeadlineProps, 'checks'> & { request: RequestView }) {
  const current = useCurrentChecks(request).data;
  return <Headline {...rest} request={request} checks={current ?? request.checks} />;
}

/** Shows the amount and the recipient: what a decision is about first of all. */
export function Headline({ request, checks, headingRef, describedBy, level: Heading = 'h1' }: HeadlineProps) {
  const { body, value } = request;
  const { fixed, amount, asset } = fixedValueOf(body);
  return (
    <section aria-label={titleOf(request)} className="space-y-6">
      <div className="@container min-w-0">
        <p className="text-body text-dim">{nameFixedValue(fixed, request)}</p>
        <div className="flex flex-wrap items-baseline gap-x-3">
          <Heading
            ref={headingRef}
            tabIndex={-1}
            aria-describedby={describedBy}
            className="max-w-full min-w-0 tracking-tight outline-none"
          >
            <span className="sr-only">Withdraw </span>
            <Money amount={amount} asset={asset} size="display" />
            <span className="sr-only">{nameRecipient(request)}</span>
          </Heading>
          {value !== undefined && asset !== VALUE_CURRENCY && (
            <span className="text-body text-dim" suppressHydrationWarning>
              {[describeValue(value), describePriceAge(value)].filter(Boolean).join(' · ')}
            </span>
          )}
        </div>
        <p className="text-label text-dim empty:hidden">
          {isUnpaid(request) || request.transfer ? '' : `${explainConversion(body)}${explainFee(fixed, true)}`}
        </p>
        <GuaranteedFee request={request} />
        <KeptBeneficiary request={request} />
      </div>
      <Recipient request={request} checks={checks} />
    </section>
  );
}

function Recipient({ request, checks }: { request: HeadlineRequest; checks: RecipientChecks | null }) {
  const { body, recipientName, addressEntry } = request;
  const { destination_address: address, crypto_network: network, memo } = body;
  const family = findNetwork(network)?.family;
  const resembled = findResembled(checks);
  // The normal form is compared, as the similar ones have it; what is shown may have the capitals of a checksum.
  const normal = checks?.address.state === 'valid' ? checks.address.normal : address;
  const isShown = normal.toLowerCase() === address.toLowerCase();
  const marks =
    resembled && markDifferences(isShown ? address : normal, resembled.written ?? resembled.address, family);
  return (
    <dl>
      <dt className="text-body text-dim max-md:sr-only">To</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">
        <strong className="block text-heading font-semibold">
          {recipientName === null ? 'Not in the address book' : <UntrustedText text={recipientName} limit={80} />}
        </strong>
        {resembled && <span className="block text-label text-dim">This request</span>}
        <Address address={address} network={network} isLarge {...(marks && isShown && { marked: marks.a })} />{' '}
        <CopyButton text={address} what="destination address" />
        {resembled && marks && <Resembled resembled={resembled} network={network} marked={marks.b} />}
        <span className="block text-label text-dim">
          {[networkLabel(network), addressEntry && ADDRESS_ENTRY_LABELS[addressEntry].toLowerCase()]
            .filter(Boolean)
            .join(', ')}
          . {describeUsual(request, checks)}
        </span>
      </dd>
      {memo !== undefined && (
        <>
          <dt className="mt-3 text-body text-dim">Memo</dt>
          <dd className="font-mono [overflow-wrap:anywhere]">
            <bdi>{revealHiddenCharacters(memo)}</bdi>
          </dd>
        </>
      )}
    </dl>
  );
}

/** Shows the known address that the destination resembles, below it in the same columns. */
function Resembled({
  resembled: { name, lastPaidAt, network: own, address },
  network,
  marked,
}: {
  resembled: KnownAddress;
  network: string;
  marked: readonly MarkedChunk[];
}) {
  return (
    <span className="mb-1 block">
      <span className="block text-label text-dim">
        {name === null ? 'A known address' : <UntrustedText text={name} limit={80} />}
        {own !== network && ` on ${networkLabel(own)}`}
        {lastPaidAt !== null && (
          <>
            , last paid <Time iso={lastPaidAt} />
          </>
        )}
      </span>
      <Address address={address} network={own} isLarge marked={marked} />
    </span>
  );
}

function findResembled(checks: RecipientChecks | null): KnownAddress | undefined {
  return listToChoose(checks?.similarAddresses).find((similar): similar is KnownAddress => similar.isHidden !== true);
}

/** Says what the recipient is usually paid, where that is normal; what is not is a finding. */
function describeUsual({ state }: HeadlineRequest, checks: RecipientChecks | null): string {
  if (state !== 'AWAITING_APPROVAL' || !checks) return '';
  return checks.card.lines
    .filter(({ id, state: found }) => id === 'paid' && found === 'ok')
    .map(({ text }) => readableText(text.split('. ', 1)[0] ?? '', 200).replace(/\.?$/, '.'))
    .join(' ');
}

function nameFixedValue(fixed: 'amount' | 'total', request: HeadlineRequest): string {
  const isPaid = request.send?.transferStatus === 'COMPLETED';
  if (fixed === 'amount') return `Recipient ${isPaid ? 'got' : isUnpaid(request) ? 'was to get' : 'gets'} exactly`;
  return `Balance ${isPaid ? 'fell' : isUnpaid(request) ? 'was to fall' : 'falls'} by exactly`;
}

/** Names the recipient in the heading; a first payment only until it is over. */
function nameRecipient(request: HeadlineRequest): string {
  const { body, recipientName, firstPayment } = request;
  const { asset } = fixedValueOf(body);
  const sentAs = asset === body.asset ? '' : ` as ${body.asset}`;
  const to = recipientName === null ? '' : ` to ${readableText(recipientName, 80)}`;
  const first = firstPayment === null || isSettled(request) ? '' : `, ${labelFirstPayment(firstPayment)}`;
  return `${sentAs}${to}${first}`;
}

function titleOf(request: HeadlineRequest): string {
  if (request.send?.state === 'ACCEPTED') return 'What was sent';
  return isUnpaid(request) ? 'What was requested' : 'What will be sent';
}

/** Says until when the guaranteed fee holds, while the withdrawal was not sent; where it is over, what to do. */
function GuaranteedFee({ request: { feeQuote, send, state } }: { request: HeadlineRequest }) {
  const isOpen = send ? send.state === 'QUEUED' : state === 'AWAITING_APPROVAL';
  if (!feeQuote || !isOpen) return null;
  const { fee, asset, expiresAt, isOver } = feeQuote;
  return isOver ? (
    <p className="text-body text-warn">
      The guaranteed fee ended <Time iso={expiresAt} withSeconds />, so {theService()} would decline the withdrawal. Its
      requester chooses “Change request” and gets a new fee.
    </p>
  ) : (
    <p className="text-body">
      Guaranteed fee {groupDigits(fee)} {asset}, until <Time iso={expiresAt} withSeconds />.
    </p>
  );
}
