import type { ReactNode } from 'react';
import { FactGroup } from '@/app/(console)/transfers/_details/fact-group';
import { UntrustedText } from '@/components/values/untrusted-text';
import { RawJson } from '@/app/(console)/transfers/_details/raw-record';
import { Time } from '@/components/values/time';
import {
  membersOf,
  TransferConversion,
  TransferExtras,
  TransferFlaws,
} from '@/app/(console)/transfers/_details/transfer-extras';
import { Copied, TransferChain } from '@/app/(console)/transfers/_details/transfer-destination';
import { EnumWords, ReadableAmount, TransferStatus, TypeWords } from '@/components/transfers/transfer-headline';
import { DIRECTIONS, type TransferRow } from '@/lib/transfers/transfer';

interface TransferDetailsProps {
  /** As a list carries it, or with the record as it came. */
  transfer: TransferRow & { raw?: unknown };
  /** Where the status already stands above. */
  hasStatusAbove?: boolean;
}

/** Everything that is known about a transfer: every member of section 2.2 that it has, and every one beyond. */
export function TransferDetails({ transfer, hasStatusAbove }: TransferDetailsProps) {
  const { raw, flaws } = transfer;
  return (
    <div className="text-sm">
      <TransferFlaws flaws={flaws} raw={raw} />
      <Money transfer={transfer} />
      <FactGroup
        title="Where it stands"
        facts={[
          ['Status', !hasStatusAbove && <TransferStatus transfer={transfer} />],
          ['Created', when(transfer.created_at)],
          ['Updated', when(transfer.updated_at)],
          ...furtherStatus(transfer),
        ]}
      />
      <TransferChain transfer={transfer} />
      <References transfer={transfer} />
      <TransferConversion conversion={transfer.auto_conversion} />
      <FactGroup title="Metadata" facts={membersOf(transfer.metadata)} />
      <TransferExtras raw={raw} />
      {raw !== undefined && (
        <details className="border-t border-line pt-3.5">
          <summary className="text-xs font-medium text-dim hover:text-ink">Raw record</summary>
          <div className="mt-2">
            <RawJson value={raw} />
          </div>
        </details>
      )}
    </div>
  );
}

const TOTAL_NAMES: Record<string, string> = { DEBIT: 'Balance falls by', CREDIT: 'Balance rises by' };

function Money({
  transfer: { amount, fee, total, asset, direction, type, balance_asset, notional_value },
}: TransferDetailsProps) {
  const totalName =
    direction !== undefined && Object.hasOwn(TOTAL_NAMES, direction) ? TOTAL_NAMES[direction] : undefined;
  return (
    <FactGroup
      title="Money"
      facts={[
        ['Type', type !== undefined && <TypeWords type={type} />],
        ['Direction', direction !== undefined && <EnumWords value={direction} known={DIRECTIONS} />],
        ['Amount', money(amount, asset)],
        ['Fee', money(fee, asset)],
        [totalName ?? 'Total', money(total, asset)],
        ['Asset of the balance', balance_asset !== undefined && <UntrustedText text={balance_asset} limit={60} />],
        ['Value at the time', money(notional_value, 'USD')],
      ]}
    />
  );
}

function References({ transfer }: TransferDetailsProps) {
  return (
    <FactGroup
      title="References"
      facts={[
        ['Reference', reference(transfer.ref_id, 'reference')],
        ['Transfer', reference(transfer.id, 'transfer ID')],
        ['Group', reference(transfer.group_id, 'group ID')],
        ['Profile', reference(transfer.profile_id, 'profile ID')],
        ['Customer', reference(transfer.customer_id, 'customer ID')],
        ['Identity', reference(transfer.identity_id, 'identity ID')],
        ['Account', reference(transfer.account_id, 'account ID')],
        ['Fiat account', reference(transfer.fiat_account_id, 'fiat account ID')],
      ]}
    />
  );
}

// The status in words takes `name`, `detail` and the `message` of each condition. Anything more is shown as it came.
function furtherStatus({ secondary_status, status_details }: TransferRow) {
  const { name, detail, ...rest } = secondary_status ?? {};
  const odd = Object.entries({ name, detail }).filter(([, value]) => value !== undefined && typeof value !== 'string');
  const further = Object.entries(status_details ?? {}).filter(([, value]) => !isOnlyMessage(value));
  return [...membersOf({ ...Object.fromEntries(odd), ...rest }), ...membersOf(Object.fromEntries(further))];
}

function isOnlyMessage(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).every(([name, member]) => name === 'message' && typeof member === 'string');
}

function reference(text: string | undefined, what: string): ReactNode {
  return text !== undefined && <Copied text={text} what={what} />;
}

function money(amount: string | undefined, asset: string | undefined): ReactNode {
  return amount !== undefined && <ReadableAmount amount={amount} asset={asset} />;
}

function when(time: string | undefined): ReactNode {
  if (time === undefined) return undefined;
  return Number.isNaN(Date.parse(time)) ? <UntrustedText text={time} /> : <Time iso={time} withSeconds />;
}
