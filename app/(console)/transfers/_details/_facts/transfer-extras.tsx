import { FactGroup, type NamedFact } from '@/app/(console)/transfers/_details/_facts/fact-group';
import { UntrustedText, UntrustedValue, readableText } from '@/components/values/untrusted-text';
import { CopyableText } from '@/app/(console)/transfers/_details/_facts/transfer-destination';
import { type Flaw, TRANSFER_OBJECT_FIELDS, TRANSFER_TEXT_FIELDS, type TransferRow } from '@/lib/transfers/transfer';

/** Lists the members of an undocumented object, each by its own name. */
export function listMembers(value: Record<string, unknown> | undefined): NamedFact[] {
  return Object.entries(value ?? {}).map(([key, member]) => [
    readableText(key, 100),
    <UntrustedValue key={key} value={member} />,
  ]);
}

/** Both sides of a conversion, and its other members. */
export function TransferConversion({ conversion }: { conversion: TransferRow['auto_conversion'] }) {
  const { from_transfer_id: from, to_transfer_id: to, ...rest } = conversion ?? {};
  return (
    <FactGroup
      title="Conversion"
      facts={[
        [
          'From transfer',
          from !== undefined &&
            (typeof from === 'string' ? (
              <CopyableText text={from} what="transfer converted from" />
            ) : (
              <UntrustedValue value={from} />
            )),
        ],
        [
          'To transfer',
          to !== undefined &&
            (typeof to === 'string' ? (
              <CopyableText text={to} what="transfer converted to" />
            ) : (
              <UntrustedValue value={to} />
            )),
        ],
        ...listMembers(rest),
      ]}
    />
  );
}

const KNOWN: ReadonlySet<string> = new Set([...TRANSFER_TEXT_FIELDS, ...TRANSFER_OBJECT_FIELDS]);

/** The members of a record that the interface does not document. */
export function UndocumentedFields({ raw }: { raw: unknown }) {
  const extras = Object.entries(raw ?? {}).filter(([name]) => !KNOWN.has(name));
  return <FactGroup title="Undocumented fields" facts={listMembers(Object.fromEntries(extras))} />;
}

/** The members of a record that do not fit the documented interface, each with the received value. */
export function TransferFlaws({ flaws, raw }: { flaws: readonly Flaw[]; raw: unknown }) {
  if (flaws.length === 0) return null;
  return (
    <FactGroup title="Problems with this record">
      <ul className="space-y-1 text-body [overflow-wrap:anywhere]">
        {flaws.map(({ field, message }, index) => (
          <li key={index}>
            <code className="font-mono">
              <UntrustedText text={field || 'record'} limit={100} />
            </code>
            : <UntrustedText text={message} />
            <ReceivedValue raw={raw} field={field} />
          </li>
        ))}
      </ul>
    </FactGroup>
  );
}

function ReceivedValue({ raw, field }: { raw: unknown; field: string }) {
  const [member = ''] = field.split('.');
  if (typeof raw !== 'object' || raw === null || !Object.hasOwn(raw, member)) return null;
  return (
    <span className="text-dim">
      ; received <UntrustedValue value={(raw as Record<string, unknown>)[member]} />
    </span>
  );
}
