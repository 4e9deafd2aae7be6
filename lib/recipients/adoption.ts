import { groupDigits } from '@/lib/money/format-amount';
import type { Amount } from '@/lib/money/amounts';
import { recipientEntrySchema } from '@/lib/recipients/form';
import type { RecipientEntry } from '@/lib/recipients/recipients';
import { nameKeysOf } from '@/lib/text/skeleton';

/** Largest number of recipients that one proposal adopts: two people read the address of each. */
export const MAX_ADOPTED = 50;

/** Number of payments to one recipient up to which they are counted. */
export const MAX_PAYMENTS_COUNTED = 500;

/** Completed withdrawals to a recipient, as far as a reader sees them. */
export interface PaidTo {
  times: number;
  /** True where only the newest `MAX_PAYMENTS_COUNTED` are counted. */
  isAtLeast: boolean;
  /** ISO 8601. */
  lastAt: string;
  amounts: { asset: string; amount: Amount }[];
}

/** Recipient that was paid and is not in the address book. */
export interface AdoptionOffer {
  /** The key of the recipient. */
  key: string;
  network: string;
  address: string;
  memo: string | null;
  /** Profiles that the entry is for; empty for every profile. */
  profiles: string[];
  /** Name from a beneficiary or from metadata; empty where none is known. */
  suggestedName: string;
  paid: PaidTo;
}

/** Recipients that a person can adopt, those paid most often first. */
export interface Adoption {
  offers: AdoptionOffer[];
  /** Number of further recipients that are offered once these are proposed. */
  more: number;
  /** Number of recipients that are left out because another known address resembles theirs. */
  similar: number;
  /** The oldest withdrawal that was looked at (ISO 8601); null where all were. */
  lookedBackTo: string | null;
  /** The time before which withdrawals were looked at (ISO 8601); null for now. */
  before: string | null;
  /** False while transfers are still being copied from the service. */
  isComplete: boolean;
}

/** Makes the entry of a recipient that is adopted under a name, unchecked. */
export function toAdoptedEntry(
  { network, address, memo, profiles }: Omit<AdoptionOffer, 'paid' | 'key' | 'suggestedName'>,
  name: string,
): RecipientEntry {
  return { name, network, address, memo, note: '', profiles, beneficiary: null };
}

/** Finds what is wrong with the names of the chosen recipients, by key: none, too long, or the same name twice. */
export function findNameIssues(
  chosen: readonly AdoptionOffer[],
  nameOf: (offer: AdoptionOffer) => string,
): ReadonlyMap<string, string> {
  const issues = new Map<string, string>();
  const taken = new Set<string>();
  for (const offer of chosen) {
    const checked = recipientEntrySchema.safeParse(toAdoptedEntry(offer, nameOf(offer)));
    const issue = checked.error?.issues.find(({ path }) => path[0] === 'name')?.message;
    const names = nameKeysOf(nameOf(offer)).map((key) => `${offer.network} ${key}`);
    if (issue !== undefined) issues.set(offer.key, issue);
    else if (names.some((name) => taken.has(name)))
      issues.set(offer.key, 'Another chosen recipient on this network has this name, or one that looks the same.');
    for (const name of names) taken.add(name);
  }
  return issues;
}

/** Describes how often a recipient was paid, such as “Paid 12 times” or “Paid 500 times or more”. */
export function describeTimes({ times, isAtLeast }: Pick<PaidTo, 'times' | 'isAtLeast'>): string {
  if (times === 1 && !isAtLeast) return 'Paid once';
  return `Paid ${groupDigits(String(times))} times${isAtLeast ? ' or more' : ''}`;
}

const NAME_KEYS = new Set([
  'beneficiary',
  'beneficiaryname',
  'counterparty',
  'customername',
  'name',
  'payee',
  'payeename',
  'recipient',
  'recipientname',
  'supplier',
  'suppliername',
  'vendor',
  'vendorname',
]);

/**
 * Suggests the name of a recipient: that of a beneficiary, else the first metadata that is called like a name, such as
 * “Supplier name”. Empty where there is none that an entry may have.
 */
export function suggestName(beneficiaryName: string | undefined, metadata: unknown): string {
  const labels = typeof metadata === 'object' && metadata !== null ? Object.entries(metadata) : [];
  const labelled = labels.find(([key]) => NAME_KEYS.has(key.toLowerCase().replaceAll(/[^a-z]/g, '')))?.[1] as unknown;
  const name = recipientEntrySchema.shape.name;
  for (const candidate of [beneficiaryName, labelled]) {
    const read = typeof candidate === 'string' ? name.safeParse(candidate) : undefined;
    if (read?.success) return read.data;
  }
  return '';
}
