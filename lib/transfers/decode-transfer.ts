import { z } from 'zod';
import { isJsonObject, readOwnMember } from '@/lib/text/parse-json';
import { isStorable } from '@/lib/text/storable-text';
import { isServiceAmount } from '@/lib/money/format-amount';
import {
  type Flaw,
  type Transfer,
  TRANSFER_OBJECT_FIELDS,
  TRANSFER_TEXT_FIELDS,
  type TransferRow,
  type TransferTextField,
  type UnusableItem,
} from '@/lib/transfers/transfer';

const text = z.string();
const decimal = z.string().refine(isServiceAmount, 'not a decimal number');
const time = z.string().refine((value) => !Number.isNaN(Date.parse(value)), 'not a date and time');
const object = z.record(z.string(), z.unknown());

/**
 * The documented transfer record (docs/specification/service-interface.md#transfer-record). Enum values stay open,
 * since new ones are declared non-breaking, and other members are allowed.
 */
const transferRecordSchema = z.looseObject({
  // An id that the database would refuse can belong to no send.
  id: z.string().regex(/\S/, 'empty').refine(isStorable, 'contains a character that cannot be saved'),
  customer_id: text,
  profile_id: text,
  amount: decimal,
  total: decimal,
  fee: decimal,
  asset: text,
  direction: text,
  type: text,
  status: text,
  created_at: time,
  updated_at: time,
  identity_id: text.nullish(),
  account_id: text.nullish(),
  ref_id: text.nullish(),
  balance_asset: text.nullish(),
  secondary_status: object.nullish(),
  status_details: object.nullish(),
  metadata: object.nullish(),
  destination_address: text.nullish(),
  crypto_network: text.nullish(),
  crypto_tx_hash: text.nullish(),
  crypto_tx_index: text.nullish(),
  auto_conversion: object.nullish(),
  group_id: text.nullish(),
  fiat_account_id: text.nullish(),
  notional_value: text.nullish(),
  memo: text.nullish(),
});

const NIL_UUID = '00000000-0000-0000-0000-000000000000';
// The nil UUID means absent (docs/specification/service-facts.md#fields).
const MAYBE_NIL: ReadonlySet<TransferTextField> = new Set(['identity_id', 'account_id', 'group_id', 'fiat_account_id']);

/**
 * Decodes an item of the service as a transfer. Never throws, drops an item or maps an unknown value to a known one: a
 * member that does not fit the documented record becomes a flaw, and an item without a usable ID is kept raw.
 */
export function decodeTransfer(raw: unknown): Transfer | UnusableItem {
  return Object.assign(decodeRow(raw), { raw });
}

/** Decodes an item for a list, without the raw record. */
export function decodeRow(raw: unknown): TransferRow | Omit<UnusableItem, 'raw'> {
  const parsed = transferRecordSchema.safeParse(raw);
  const flaws = parsed.success ? [] : parsed.error.issues.map(toFlaw);
  if (!isJsonObject(raw) || flaws.some((flaw) => flaw.field === 'id')) return { id: null, flaws };

  const transfer: TransferRow = { id: String(raw.id), flaws };
  for (const field of TRANSFER_TEXT_FIELDS) {
    const value = readOwnMember(raw, field);
    if (typeof value !== 'string' || value === '' || (MAYBE_NIL.has(field) && value === NIL_UUID)) continue;
    transfer[field] = value;
  }
  for (const field of TRANSFER_OBJECT_FIELDS) {
    const value = readOwnMember(raw, field);
    if (isJsonObject(value) && Object.keys(value).length > 0) transfer[field] = value;
  }
  return transfer;
}

function toFlaw(issue: z.core.$ZodIssue): Flaw {
  const field = issue.path.map(String).join('.');
  if (field === '') return { field, message: 'not an object' };
  if (issue.code === 'invalid_type')
    return {
      field,
      message: issue.message.endsWith('received undefined')
        ? 'missing'
        : `not ${issue.expected === 'string' ? 'text' : 'an object'}`,
    };
  return { field, message: issue.message };
}
