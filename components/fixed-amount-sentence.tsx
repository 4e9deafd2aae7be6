import { AmountText } from '@/components/amount';

/** What is fixed, and what the service adds or takes (section 4.1, rule 3). */
export function FixedAmountSentence({ fixed, amount, asset }: { fixed: 'amount' | 'total'; amount: string; asset: string }) {
  return (
    <>
      <p className="text-base">
        {fixed === 'amount' ? 'The recipient gets exactly ' : 'The balance falls by exactly '}
        <strong>
          <AmountText amount={amount} asset={asset} />
        </strong>
        .
      </p>
      <p className="mt-1 text-sm text-dim">
        {fixed === 'amount'
          ? 'The fee comes on top and is set by the service when it is sent.'
          : 'The fee is taken from it, so the recipient gets less; the service sets it when it is sent.'}
      </p>
    </>
  );
}
