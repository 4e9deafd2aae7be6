import { Money } from '@/components/values/money';
import { readableText } from '@/components/values/untrusted-text';
import { StatusMark } from '@/components/ui/status-mark';
import { titleCase } from '@/lib/text/title-case';
import { describeStatus } from '@/lib/transfers/describe-status';
import { type TransferRow, TRANSFER_TYPES } from '@/lib/transfers/transfer';

/** An enum value in words; an unknown value also as the service wrote it. */
export function EnumLabel({ value, known }: { value: string; known: readonly string[] }) {
  if (known.includes(value)) return titleCase(value);
  return (
    <>
      {titleCase(readableText(value, 60))}{' '}
      <span className="text-dim">
        (unknown value <code className="font-mono">{readableText(value, 60)}</code>)
      </span>
    </>
  );
}

/** A type of transfer in words. */
export function TypeLabel({ type }: { type: string }) {
  return <EnumLabel value={type} known={TRANSFER_TYPES} />;
}

/** The amount in large type, with a sign for its direction. */
export function TransferHeadline({ transfer: { amount, asset, direction } }: { transfer: TransferRow }) {
  if (amount === undefined) return null;
  return (
    <p className="text-title">
      <DirectionSign direction={direction} />
      <Money amount={amount} asset={asset} />
    </p>
  );
}

const SIGNS: Record<string, [sign: string, words: string]> = { CREDIT: ['+', 'in, '], DEBIT: ['−', 'out, '] };

/** The sign of a direction: + for in, − for out, with words for screen readers. Nothing for an unknown direction. */
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

/** The status of a transfer, with every reason that the service gives, unless a notice says them (`hasReasons`). */
export function TransferStatus({ transfer, hasReasons = true }: { transfer: TransferRow; hasReasons?: boolean }) {
  const { label, tone, reasons } = describeStatus(transfer);
  return (
    <div className="space-y-1">
      <StatusMark tone={tone} label={readableText(label, 120)} className="font-medium" />
      {(hasReasons ? reasons : []).map((reason, index) => (
        <p key={index} className="text-body text-dim [overflow-wrap:anywhere]">
          {readableText(reason)}
        </p>
      ))}
    </div>
  );
}
