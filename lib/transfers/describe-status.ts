import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { titleCase } from '@/lib/text/title-case';
import { TheService, theService } from '@/lib/text/service-name';
import type { Transfer } from '@/lib/transfers/transfer';

/**
 * The colour and shape of a status mark. A label is always beside the mark. `alarm`: money may be gone and nobody
 * knows; `ended`: it ended without a payment, and nothing is to do; `unknown`: a status that the console does not know.
 */
export type Tone = 'waiting' | 'done' | 'ended' | 'failed' | 'unknown' | 'alarm';

/** A status for people. */
export interface DescribedStatus {
  label: string;
  tone: Tone;
  /** The reasons that the service gives, each a sentence. */
  reasons: string[];
}

const describeKnownStatus = (status: string): { label: string; tone: Tone } | undefined => {
  if (status === 'PENDING') return { label: `Pending at ${theService()}`, tone: 'waiting' };
  if (status === 'COMPLETED') return { label: 'Completed', tone: 'done' };
  return status === 'FAILED' ? { label: 'Failed', tone: 'failed' } : undefined;
};

// Documented names (docs/specification/service-facts.md#fields). Others are shown by their own name.
const SECONDARY_STATUS: Record<string, string> = {
  TRAVEL_RULE_INFO_REQUESTED: 'Travel rule: information about the recipient is requested.',
  TRAVEL_RULE_REJECTED: 'Travel rule: the information was rejected.',
  CUSTOMER_REJECTED: 'Rejected by the customer.',
  PENDING_CUSTOMER_APPROVAL: 'Waiting for the customer’s approval.',
};

const STATUS_DETAILS: Record<string, string> = {
  missing_trustline: 'The destination has no trustline for this asset.',
  max_rent_exceeded: 'The network’s rent for the destination account is above the allowed maximum.',
  pending_customer_approval: 'Waiting for the customer’s approval.',
  stale_fee_quote: 'The fee quote expired.',
  invalid_destination_address: 'The destination address is not valid.',
};

/** Describes the status of a transfer, with the reasons of secondary_status and status_details. */
export function describeStatus(
  transfer: Pick<Transfer, 'status' | 'secondary_status' | 'status_details'>,
): DescribedStatus {
  const { status } = transfer;
  const known = status === undefined ? undefined : describeKnownStatus(status);
  return {
    label: known?.label ?? (status === undefined ? 'No status' : titleCase(status)),
    tone: known?.tone ?? 'unknown',
    reasons: [...describeSecondaryStatus(transfer.secondary_status), ...describeStatusDetails(transfer.status_details)],
  };
}

function describeSecondaryStatus(secondary: Record<string, unknown> | undefined): string[] {
  if (!secondary) return [];
  const name = text(secondary.name);
  const detail = text(secondary.detail);
  const words = Object.hasOwn(SECONDARY_STATUS, name) ? SECONDARY_STATUS[name] : name && `${titleCase(name)}.`;
  const sentence = [words, detail].filter(Boolean).join(' ');
  return [sentence || `${TheService()} gave a reason that the console cannot show. See the raw record.`];
}

function describeStatusDetails(details: Record<string, unknown> | undefined): string[] {
  return Object.entries(details ?? {}).map(([condition, value]) => {
    const message = typeof value === 'object' && value !== null && 'message' in value ? text(value.message) : '';
    // Of a known condition, the service says the same in its own words.
    if (Object.hasOwn(STATUS_DETAILS, condition)) return message || (STATUS_DETAILS[condition] ?? '');
    return [`${titleCase(condition)}.`, message].filter(Boolean).join(' ');
  });
}

function text(value: unknown): string {
  return typeof value === 'string' ? revealHiddenCharacters(value) : '';
}
