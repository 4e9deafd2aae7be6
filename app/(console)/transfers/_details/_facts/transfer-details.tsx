import { Money } from '@/components/values/money';
import type { ReactNode } from 'react';
import { FactGroup, type NamedFact } from '@/app/(console)/transfers/_details/_facts/fact-group';
import { ProfileName } from '@/components/profiles/profile-name';
import { CopyButton } from '@/components/ui/copy-button';
import { UntrustedText } from '@/components/values/untrusted-text';
import { RawJson } from '@/app/(console)/transfers/_details/_facts/raw-record';
import { Time } from '@/components/values/time';
import {
  listMembers,
  TransferConversion,
  UndocumentedFields,
  TransferFlaws,
} from '@/app/(console)/transfers/_details/_facts/transfer-extras';
import { CopyableText, TransferDestination } from '@/app/(console)/transfers/_details/_facts/transfer-destination';
import { EnumLabel, TransferStatus, TypeLabel } from '@/components/transfers/transfer-headline';
import { readOutcomeTime } from '@/lib/transfers/completed-by';
import { nameCosts, VALUE_LABEL } from '@/lib/transfers/balance-change';
import { DIRECTIONS, TRANSFER_TYPES, type TransferRow } from '@/lib/transfers/transfer';

interface TransferDetailsProps {
  /** The transfer, with its raw record where it was loaded. */
  transfer: TransferRow & { raw?: unknown };
  /** True if type, signed amount and status are above already. */
  hasHead?: boolean;
}

/**
 * All members of a transfer: the documented ones (docs/specification/service-interface.md#transfer-record) and others.
 */
export function TransferDetails({ transfer, hasHead = false }: TransferDetailsProps) {
  const { raw, flaws } = transfer;
  return (
    <div className="text-body">
      <TransferFlaws flaws={flaws} raw={raw} />
      <Amounts transfer={transfer} hasHead={hasHead} />
      <FactGroup
        title="Status"
        facts={[
          ['Status', !hasHead && <TransferStatus transfer={transfer} />],
          ['Created', when(transfer.created_at)],
          outcome(transfer) ?? ['Updated', when(transfer.updated_at)],
          ...furtherStatus(transfer),
        ]}
      />
      <TransferDestination transfer={transfer} />
      <References transfer={transfer} />
      <TransferConversion conversion={transfer.auto_conversion} />
      <FactGroup title="Metadata" facts={listMembers(transfer.metadata)} />
      <UndocumentedFields raw={raw} />
      {raw !== undefined && (
        <details className="border-t border-line pt-3.5">
          <summary className="text-label font-medium text-dim hover:text-ink">Raw record</summary>
          <div className="mt-2">
            <RawJson value={raw} />
          </div>
        </details>
      )}
    </div>
  );
}

function Amounts({
  transfer: { amount, fee, total, asset, direction, status, type, balance_asset, notional_value },
  hasHead = false,
}: TransferDetailsProps) {
  const isType = type !== undefined && (!hasHead || !isKnown(TRANSFER_TYPES, type));
  const isDirection = direction !== undefined && (!hasHead || !isKnown(DIRECTIONS, direction));
  const names = nameCosts({ direction, status });
  return (
    <FactGroup
      title="Amounts"
      facts={[
        ['Type', isType && <TypeLabel type={type} />],
        ['Direction', isDirection && <EnumLabel value={direction} known={DIRECTIONS} />],
        ['Amount', money(amount, asset)],
        [names.fee, money(fee, asset)],
        [names.total, money(total, asset)],
        ['Balance asset', balance_asset !== undefined && <UntrustedText text={balance_asset} limit={60} />],
        [VALUE_LABEL, money(notional_value, 'USD')],
      ]}
    />
  );
}

const isKnown = (known: readonly string[], value: string) => known.includes(value);

function References({ transfer }: TransferDetailsProps) {
  return (
    <FactGroup
      title="References"
      facts={[
        ['Reference', reference(transfer.ref_id, 'reference')],
        ['Transfer', reference(transfer.id, 'transfer ID')],
        ['Group', reference(transfer.group_id, 'group ID')],
        ['Profile', profile(transfer.profile_id)],
        ['Customer', reference(transfer.customer_id, 'customer ID')],
        ['Identity', reference(transfer.identity_id, 'identity ID')],
        ['Account', reference(transfer.account_id, 'account ID')],
        ['Fiat account', reference(transfer.fiat_account_id, 'fiat account ID')],
      ]}
    />
  );
}

// The status in words covers `name`, `detail` and the `message` of each condition. Other members are shown as received.
function furtherStatus({ secondary_status, status_details }: TransferRow) {
  const { name, detail, ...rest } = secondary_status ?? {};
  const odd = Object.entries({ name, detail }).filter(([, value]) => value !== undefined && typeof value !== 'string');
  const further = Object.entries(status_details ?? {}).filter(([, value]) => !isOnlyMessage(value));
  return [...listMembers({ ...Object.fromEntries(odd), ...rest }), ...listMembers(Object.fromEntries(further))];
}

function isOnlyMessage(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).every(([name, member]) => name === 'message' && typeof member === 'string');
}

function reference(text: string | undefined, what: string): ReactNode {
  return text !== undefined && <CopyableText text={text} what={what} />;
}

function profile(id: string | undefined): ReactNode {
  return (
    id !== undefined && (
      <>
        <ProfileName id={id} /> <CopyButton text={id} what="profile ID" />
      </>
    )
  );
}

function money(amount: string | undefined, asset: string | undefined): ReactNode {
  return amount !== undefined && <Money amount={amount} asset={asset} />;
}

// The service documents no time of completion: that of the last change is it, or later.
function outcome(transfer: TransferRow): NamedFact | undefined {
  const time = readOutcomeTime(transfer);
  if (time === undefined) return undefined;
  return [
    transfer.status === 'FAILED' ? 'Failed' : 'Completed',
    <>
      <Time iso={time} withSeconds /> <span className="text-dim">at the latest</span>
    </>,
  ];
}

function when(time: string | undefined): ReactNode {
  if (time === undefined) return undefined;
  return Number.isNaN(Date.parse(time)) ? <UntrustedText text={time} /> : <Time iso={time} withSeconds />;
}
