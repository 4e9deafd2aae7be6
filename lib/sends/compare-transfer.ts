import { checkAddress } from '@/lib/addresses/check-address';
import { compareAmounts } from '@/lib/money/amounts';
import { isServiceAmount } from '@/lib/money/format-amount';
import { findNetwork } from '@/lib/networks/networks';
import { joinList } from '@/lib/text/join-list';
import { canonicalId } from '@/lib/text/uuid';
import type { Transfer } from '@/lib/transfers/transfer';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/**
 * Members of a request that a transfer record may leave out (docs/specification/service-interface.md#transfer-record).
 */
export const OPTIONAL_FIELDS = ['memo', 'metadata', 'balance_asset', 'identity_id', 'account_id'] as const;
export type OptionalField = (typeof OPTIONAL_FIELDS)[number];

/** Result of comparing a request with a transfer of the service, by the names of fields. */
export interface Comparison {
  /** Fields whose value differs, and missing fields without which a transfer cannot be taken for this withdrawal. */
  differences: string[];
  /** Fields of the request that the record leaves out although it may have them: neither confirmed nor contradicted. */
  unconfirmed: OptionalField[];
}

/**
 * Compares a request with a transfer of the service, field by field:
 * docs/specification/send-protocol.md#compared-fields. The record has no beneficiary and no fee ID, so nothing is
 * expected of these.
 */
export function compareTransfer(body: WithdrawalBody, transfer: Transfer): Comparison {
  const fixed = body.amount === undefined ? 'total' : 'amount';
  const required: [string, boolean][] = [
    ['ref_id', transfer.ref_id === body.ref_id],
    ['profile_id', isSameId(transfer.profile_id, body.profile_id)],
    ['asset', transfer.asset === body.asset],
    ['crypto_network', transfer.crypto_network === body.crypto_network],
    ['destination_address', isSameAddress(transfer.destination_address, body)],
    [fixed, isSameAmount(transfer[fixed], body[fixed])],
    ['direction', transfer.direction === 'DEBIT'],
    ['type', transfer.type === 'CRYPTO_WITHDRAWAL'],
  ];
  const optional = OPTIONAL_FIELDS.map((field) => [field, compareOptional(field, body, transfer)] as const);
  return {
    differences: [
      ...required.filter(([, isEqual]) => !isEqual).map(([field]) => field),
      ...optional.filter(([, outcome]) => outcome === 'different').map(([field]) => field),
    ],
    unconfirmed: optional.filter(([, outcome]) => outcome === 'left-out').map(([field]) => field),
  };
}

/** Returns the names of the fields in which a transfer differs from the request; empty where it is that withdrawal. */
export function findDifferences(body: WithdrawalBody, transfer: Transfer): string[] {
  return compareTransfer(body, transfer).differences;
}

function compareOptional(
  field: OptionalField,
  body: WithdrawalBody,
  transfer: Transfer,
): 'equal' | 'different' | 'left-out' {
  const requested = body[field];
  const shown = transfer[field];
  if (shown === undefined) {
    // A value that cannot be read, such as a memo that is a number, is another value and not a missing one.
    const isUnreadable = transfer.flaws.some((flaw) => flaw.field === field);
    if (isUnreadable && (requested !== undefined || field === 'memo')) return 'different';
    return requested === undefined ? 'equal' : 'left-out';
  }
  if (requested === undefined) return isHarmlessAddition(field, body, transfer) ? 'equal' : 'different';
  return isSameOptional(field, body, transfer) ? 'equal' : 'different';
}

/**
 * Returns whether a value that was not requested may be in the record: the service fills in IDs, metadata and the
 * debited balance by itself. A memo decides who gets the money, and may only be the one inside the address (SEP-23).
 */
function isHarmlessAddition(field: OptionalField, body: WithdrawalBody, { memo }: Transfer): boolean {
  if (field !== 'memo') return true;
  const verdict = checkAddress(body.destination_address, findNetwork(body.crypto_network));
  return verdict.state === 'valid' && verdict.memo !== undefined && verdict.memo === memo;
}

function isSameOptional(field: OptionalField, body: WithdrawalBody, transfer: Transfer): boolean {
  switch (field) {
    case 'identity_id':
    case 'account_id':
      return isSameId(transfer[field], body[field]);
    case 'metadata':
      // The service may add pairs of its own.
      return Object.entries(body.metadata ?? {}).every(
        ([key, value]) => Object.hasOwn(transfer.metadata ?? {}, key) && transfer.metadata?.[key] === value,
      );
    case 'memo':
    case 'balance_asset':
      return transfer[field] === body[field];
  }
}

/** Compares two IDs; a UUID is the same in every spelling, other IDs only in their own. */
function isSameId(shown: string | undefined, requested: string | undefined): boolean {
  if (shown === undefined || requested === undefined) return shown === requested;
  return shown === requested || canonicalId(shown) === canonicalId(requested);
}

/** Compares two addresses as their network does, for instance without the case of EVM letters (EIP-55). */
function isSameAddress(
  shown: string | undefined,
  { destination_address: requested, crypto_network: id }: WithdrawalBody,
): boolean {
  if (shown === undefined) return false;
  if (shown === requested) return true;
  const network = findNetwork(id);
  if (network?.family === 'evm') return shown.toLowerCase() === requested.toLowerCase();
  const [one, other] = [checkAddress(shown, network), checkAddress(requested, network)];
  return one.state === 'valid' && other.state === 'valid' && one.normal === other.normal;
}

function isSameAmount(shown: string | undefined, requested: string | undefined): boolean {
  return (
    shown !== undefined &&
    requested !== undefined &&
    isServiceAmount(shown) &&
    isServiceAmount(requested) &&
    compareAmounts(shown, requested) === 0
  );
}

/** Labels of the optional fields, as in the form and on the page of a request. */
export const OPTIONAL_FIELD_LABELS: Record<OptionalField, string> = {
  memo: 'memo',
  metadata: 'metadata',
  balance_asset: 'balance asset',
  identity_id: 'identity ID',
  account_id: 'account ID',
};

/**
 * Says which fields the service's answer leaves out, as a sentence with a space before it; empty where there are none.
 */
export function describeUnconfirmed(unconfirmed: readonly OptionalField[]): string {
  return unconfirmed.length === 0 ? '' : ` The answer leaves out: ${joinList(listLabels(unconfirmed))}.`;
}

/** Lists the labels of fields. */
export function listLabels(fields: readonly OptionalField[]): string[] {
  return fields.map((field) => OPTIONAL_FIELD_LABELS[field]);
}
