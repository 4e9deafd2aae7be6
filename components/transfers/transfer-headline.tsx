import { AmountText } from '@/components/values/amount';
import { readableText } from '@/components/values/untrusted-text';
import { StatusMark } from '@/components/ui/status-mark';
import { describeStatus, titleCase } from '@/lib/transfers/describe-status';
import { type TransferRow, TRANSFER_TYPES } from '@/lib/transfers/transfer';

/** What kind of transfer it is, in words: "Crypto withdrawal". */
export function typeWords(type: string | undefined): string {
  return type === undefined ? 'Transfer of no type' : titleCase(readableText(type, 60));
}

/** A name of an enum; one that this console does not know is in words and as it came. */
export function EnumWords({ value, known }: { value: string; known: readonly string[] }) {
  if (known.includes(value)) return titleCase(value);
  return (
    <>
      {titleCase(readableText(value, 60))}{' '}
      <span className="text-dim">
        (new to this console: <code className="font-mono">{readableText(value, 60)}</code>)
      </span>
    </>
  );
}

export function TypeWords({ type }: { type: string }) {
  return <EnumWords value={type} known={TRANSFER_TYPES} />;
}

/** An amount of the service, which may be no number and endless. */
export function ReadableAmount({ amount, asset }: { amount: string; asset: string | undefined }) {
  return (
    <AmountText amount={readableText(amount, 125)} asset={asset === undefined ? undefined : readableText(asset, 40)} />
  );
}

/** The amount, large, with a sign that says which way it goes. */
export function TransferHeadline({ transfer: { amount, asset, direction } }: { transfer: TransferRow }) {
  if (amount === undefined) return null;
  return (
    <p className="text-[1.35rem] leading-8">
      <DirectionSign direction={direction} />
      <ReadableAmount amount={amount} asset={asset} />
    </p>
  );
}

const SIGNS: Record<string, [sign: string, words: string]> = { CREDIT: ['+', 'in, '], DEBIT: ['−', 'out, '] };

/** + for what comes in, − for what goes out, and words for those who do not see it. Nothing for an unknown direction. */
export function DirectionSign({ direction }: { direction: string | undefined }) {
  const known = direction !== undefined && Object.hasOwn(SIGNS, direction) ? SIGNS[direction] : undefined;
  if (!known) return null;
  const [sign, words] = known;
  return (
    <>
      <span aria-hidden className="font-mono text-dim">
        {sign}
      </span>
      <span className="sr-only">{words}</span>
    </>
  );
}

/** Where it stands, with every reason that the service gives. */
export function TransferStatus({ transfer }: { transfer: TransferRow }) {
  const { label, tone, reasons } = describeStatus(transfer);
  return (
    <div className="space-y-1">
      <StatusMark tone={tone} label={readableText(label, 120)} className="font-medium" />
      {reasons.map((reason, index) => (
        <p key={index} className="text-sm text-dim [overflow-wrap:anywhere]">
          {readableText(reason)}
        </p>
      ))}
    </div>
  );
}
