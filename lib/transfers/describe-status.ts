import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import type { Transfer } from '@/lib/transfers/transfer';

/** The look of a status: a word always stands beside it. */
export type Tone = 'waiting' | 'done' | 'failed' | 'unknown';

export interface StatusWords {
  label: string;
  tone: Tone;
  /** Finer reasons that the service gives, each a sentence. */
  reasons: string[];
}

const STATUS_LABELS: Record<string, { label: string; tone: Tone }> = {
  PENDING: { label: 'Pending at the service', tone: 'waiting' },
  COMPLETED: { label: 'Completed', tone: 'done' },
  FAILED: { label: 'Failed', tone: 'failed' },
};

// Names seen in the documentation (service-facts, "Fields"). Others are shown by their own name.
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
  stale_fee_quote: 'The fee quote is out of date.',
  invalid_destination_address: 'The destination address is not valid.',
};

/** The status of a transfer in words, with what secondary_status and status_details add. */
export function describeStatus(
  transfer: Pick<Transfer, 'status' | 'secondary_status' | 'status_details'>,
): StatusWords {
  const known =
    transfer.status === undefined ? { label: 'No status', tone: 'unknown' as const } : STATUS_LABELS[transfer.status];
  return {
    label: known?.label ?? titleCase(transfer.status ?? ''),
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
  return [sentence || 'The service gives a secondary status that this console does not know; see the raw record.'];
}

function describeStatusDetails(details: Record<string, unknown> | undefined): string[] {
  return Object.entries(details ?? {}).map(([condition, value]) => {
    const words = Object.hasOwn(STATUS_DETAILS, condition) ? STATUS_DETAILS[condition] : `${titleCase(condition)}.`;
    const message = typeof value === 'object' && value !== null && 'message' in value ? text(value.message) : '';
    return [words, message].filter(Boolean).join(' ');
  });
}

// Abbreviations keep their capitals when a name is turned into words.
const CAPITALS = new Set(['SEN', 'CBIT', 'RTP', 'PAXOS']);

/** A name of the interface in words: CRYPTO_WITHDRAWAL is "Crypto withdrawal". Works for names that are new, too. */
export function titleCase(name: string): string {
  const words = revealHiddenCharacters(name)
    .split('_')
    .map((word) => (CAPITALS.has(word) ? word : word.toLowerCase()))
    .join(' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function text(value: unknown): string {
  return typeof value === 'string' ? revealHiddenCharacters(value) : '';
}
