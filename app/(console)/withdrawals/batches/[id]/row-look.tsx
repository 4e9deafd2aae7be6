import { useRef, useState } from 'react';
import { ComparedAddresses, listResembled } from '@/app/(console)/withdrawals/batches/[id]/compared-addresses';
import type { Looks, Step } from '@/app/(console)/withdrawals/batches/[id]/use-looks';
import { SimilarAddressChoice } from '@/components/recipients/similar-address-choice';
import { Button, buttonClass } from '@/components/ui/button';
import { InputField } from '@/components/ui/field';
import { KeyHint } from '@/components/ui/key';
import { Link } from '@/components/ui/link';
import { Address } from '@/components/values/address';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Findings } from '@/components/withdrawals/findings';
import { routes } from '@/lib/http/routes';
import type { RiskLine } from '@/lib/risk/risk-facts';
import { isSaidOfRows } from '@/lib/requests/bundles/among-items';
import type { BatchItem } from '@/lib/requests/bundles/batches';
import { explainRowAmount } from '@/lib/requests/bundles/row-amounts';
import { explainSignals } from '@/lib/policy/signals';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';

interface RowLookProps {
  item: BatchItem;
  /** All rows of the batch. */
  items: readonly BatchItem[];
  step: Step;
  looks: Looks;
  /** Opens the rejection, with what its reason begins with. */
  onReject: (item: BatchItem, reason?: string) => void;
}

// Said by the choice.
const [SIMILAR] = explainSignals(['look-alike']);

const line = (text: string, state: RiskLine['state'], isGrave = false): RiskLine => ({
  id: text,
  state,
  text,
  ...(isGrave && { isGrave }),
  basis: '',
});

/** Lists what was found about a row, as far as the addresses beside its own do not say it. */
function listLines({ look, recipientName }: BatchItem, isBesideRows: boolean): RiskLine[] {
  const isBeside = isBesideRows || look?.isSimilar === true;
  const isSaid = (reason: string) => (look?.isSimilar && reason === SIMILAR) || (isBesideRows && isSaidOfRows(reason));
  return [
    ...(look?.reasons ?? [])
      .filter((reason) => !isSaid(reason))
      .map((reason) => line(reason, 'warn', look?.grave.includes(reason))),
    ...(recipientName === null
      ? [line(`Not in the address book${isBeside ? '' : '. No known address resembles it'}.`, 'notice')]
      : []),
  ];
}

/** Shows what a person looks at in one row: the whole address, beside those it resembles, and each finding. */
export function RowLook({ item, items, step, looks, onReject }: RowLookProps) {
  const { id, position, body, refId, look } = item;
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  if (!look) return null;
  const block = looks.blockReason(step);
  const resembled = listResembled(item, items);
  const hasChoice = look.similarAddresses.length > 0;
  const entered = looks.amounts[position] ?? '';
  const { asset } = fixedValueOf(body);
  const otherAmount =
    error !== undefined && entered.trim() !== '' ? `The invoice says ${entered.trim()} ${asset}.` : undefined;
  const answer = () => {
    const reason = look.isAmountAsked ? explainRowAmount(item, entered) : undefined;
    setError(reason);
    if (reason === undefined) looks.markSeen(step);
    else input.current?.focus();
  };
  return (
    <div className="space-y-2 border-t border-line pt-3 @min-[680px]/rows:pl-8">
      {resembled.length > 0 && <ComparedAddresses item={item} others={resembled} isAmountHidden={looks.isAmountLeft} />}
      {resembled.length === 0 && !hasChoice && (
        <Address address={body.destination_address} network={body.crypto_network} />
      )}
      <Findings title="Findings" lines={listLines(item, resembled.length > 0)} />
      <p className="text-label text-dim [overflow-wrap:anywhere]">
        Reference <UntrustedText text={refId} limit={100} />
      </p>
      {hasChoice && (
        <SimilarAddressChoice
          network={body.crypto_network}
          address={body.destination_address}
          normal={look.normalAddress}
          similarAddresses={look.similarAddresses}
          ifWrong="You chose another address than that of this row. Reject the row."
          chosen={looks.chosen[position] ?? ''}
          onChoose={(address) => looks.choose(item, address)}
        />
      )}
      {look.isAmountAsked && (
        <InputField
          ref={input}
          id={`amount-${position}`}
          className="max-w-80"
          label={`Amount in ${asset} on the invoice`}
          hint="The requested amount is hidden until you enter it."
          error={error}
          isCode
          inputMode="decimal"
          data-answer={entered === '' || undefined}
          value={entered}
          onText={(text) => {
            looks.enter(item, text);
            setError(undefined);
          }}
          onKeyDown={({ key }) => {
            if (key === 'Enter' && block === undefined) answer();
          }}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button data-answer look="primary" disabled={block !== undefined} onClick={answer}>
          This row is right <KeyHint>a</KeyHint>
        </Button>
        <Button look="danger" onClick={() => onReject(item, otherAmount)}>
          Reject this row <KeyHint>r</KeyHint>
        </Button>
        <Link className={buttonClass('quiet')} href={routes.withdrawal(id)}>
          Open
        </Link>
        {block !== undefined && <p className="text-label text-dim">{block}</p>}
      </div>
    </div>
  );
}
