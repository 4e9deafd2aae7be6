import { type Amount, compareAmounts } from '@/lib/money/amounts';
import { groupDigits } from '@/lib/money/format-amount';
import { theService } from '@/lib/text/service-name';
import { isSameId } from '@/lib/text/uuid';
import type { Beneficiary } from '@/lib/withdrawals/beneficiary';

/** Who holds an address: a provider, such as an exchange or a custodian, or the recipient in an own wallet. */
export const CUSTODIES = ['provider', 'own-wallet'] as const;
export type Custody = (typeof CUSTODIES)[number];

/** Who receives: the beneficiary of the entry, or the desk itself. */
export const RECEIVERS = ['beneficiary', 'desk'] as const;
export type Receiver = (typeof RECEIVERS)[number];

/**
 * Travel-rule data of an entry of the address book: who receives, who holds the address, and why it is paid. The
 * service keys them by network, address and identity: docs/specification/service-facts.md#from-30-november-2026.
 */
export interface TravelRule {
  receiver: Receiver;
  custody: Custody;
  /** Name and website of the provider; both empty for an own wallet, the website also where it is unknown. */
  provider: string;
  website: string;
  purpose: string;
  /** Identity IDs for which the data were saved as well; withdrawals without one need none. */
  identities: string[];
  /** Day (YYYY-MM-DD) on which these data were saved at the service, and by whom; both empty before that. */
  savedOn: string;
  savedBy: string;
  /** ID of the provider in the directory of the service; absent where it was entered by name. */
  providerId?: string;
}

/** Travel-rule data as a form and a row of an import hold them, as typed; all of them empty where there are none. */
export interface TravelRuleForm {
  custody: string;
  receiver: string;
  provider: string;
  website: string;
  purpose: string;
  /** Identity IDs, separated by spaces, commas or semicolons. */
  identities: string;
  savedOn: string;
  savedBy: string;
  providerId: string;
}

export const EMPTY_TRAVEL_RULE: TravelRuleForm = {
  custody: '',
  receiver: '',
  provider: '',
  website: '',
  purpose: '',
  identities: '',
  savedOn: '',
  savedBy: '',
  providerId: '',
};

/** Makes the data of a form, unchecked; undefined for a form without any. */
export function toTravelRule(form: TravelRuleForm): TravelRule | undefined {
  if (Object.values(form).every((text: string) => text.trim() === '')) return undefined;
  const { providerId, ...data } = form;
  return {
    ...data,
    custody: plain(form.custody) as Custody,
    receiver: plain(form.receiver) as Receiver,
    identities: form.identities.split(/[\s,;]+/).filter((id) => id !== ''),
    ...(providerId.trim() !== '' && { providerId: providerId.trim() }),
  };
}

// A sheet may say “Own wallet”.
const plain = (name: string) => name.trim().toLowerCase().replaceAll(' ', '-');

/** Makes the form of travel-rule data. The inverse of `toTravelRule`. */
export function toTravelRuleForm(data: TravelRule | undefined): TravelRuleForm {
  return data ? { ...EMPTY_TRAVEL_RULE, ...data, identities: data.identities.join(', ') } : EMPTY_TRAVEL_RULE;
}

/** Names of who receives and of who holds the address. */
export const RECEIVER_LABELS: Record<Receiver, string> = {
  beneficiary: 'The beneficiary of this entry',
  desk: 'This desk itself',
};
export const CUSTODY_LABELS: Record<Custody, string> = {
  provider: 'A provider, such as an exchange or a custodian',
  'own-wallet': 'The recipient, in an own wallet',
};

/** Describes travel-rule data in two sentences: the data, and whether they were saved at the service. Untrusted. */
export function describeTravelRule(data: TravelRule | undefined): string {
  if (!data) return 'None';
  const { receiver, custody, purpose, identities, savedOn, savedBy } = data;
  const holder = custody === 'own-wallet' ? 'own wallet' : `held at ${describeProvider(data)}`;
  const facts = [
    receiver === 'desk' ? 'Received by this desk' : 'Received by the beneficiary',
    holder,
    `purpose: ${purpose}`,
    ...(identities.length > 0 ? [`also for the identities ${identities.join(', ')}`] : []),
  ];
  return `${facts.join('; ')}. ${
    savedOn ? `Saved at ${theService()} on ${savedOn}, by ${savedBy}.` : `Not marked as saved at ${theService()}.`
  }`;
}

function describeProvider({ provider, website, providerId }: TravelRule): string {
  const details = [website, providerId && `ID ${providerId}`].filter(Boolean);
  return details.length > 0 ? `${provider} (${details.join(', ')})` : provider;
}

/** What of an entry is saved at the service. */
export interface SavedData {
  network: string;
  address: string;
  beneficiary: Beneficiary | null;
  travelRule?: TravelRule;
}

const dataOf = ({ network, address, beneficiary, travelRule }: SavedData) =>
  JSON.stringify([network, address, beneficiary, { ...travelRule, savedBy: '' }]);

/**
 * Explains why a change of an entry keeps a date on which other data were saved at the service; undefined where it does
 * not.
 */
export function explainStaleSave(before: SavedData, after: SavedData): string | undefined {
  const savedOn = after.travelRule?.savedOn ?? '';
  if (savedOn === '' || before.travelRule?.savedOn !== savedOn) return undefined;
  return dataOf(before) === dataOf(after)
    ? undefined
    : `The travel-rule data differ from those saved at ${theService()} on ${savedOn}. ` +
        `Save them there again and enter the new day, or leave “Saved on” empty.`;
}

/** What is missing for the travel rule, and what to do. */
export interface MissingTravelRule {
  reason: string;
  next: string;
}

/** Withdrawal as the travel rule sees it. */
interface RuledWithdrawal {
  /** Value in USD from which the service needs the data. */
  from: Amount;
  /** Value in USD; null where it cannot be told, which counts as over the line. */
  worth: Amount | null;
  /** Active entry of the recipient; undefined where the address book has none. */
  entry: { name: string; travelRule?: TravelRule } | undefined;
  identityId: string | undefined;
  /** Whether the console saved these data of the entry for the identity; undefined where it saves none itself. */
  isSavedHere?: boolean | undefined;
}

/**
 * Explains which travel-rule data the service would miss, and what to do; undefined where none are missing.
 */
export function explainMissingTravelRule(withdrawal: RuledWithdrawal): MissingTravelRule | undefined {
  const { from, worth } = withdrawal;
  if (worth !== null && compareAmounts(worth, from) < 0) return undefined;
  const missing = findMissing(withdrawal);
  if (!missing) return undefined;
  const value =
    worth === null
      ? 'The value of this withdrawal in USD is unknown, which counts as over that'
      : `This withdrawal is worth about ${groupDigits(worth)} USD`;
  return {
    reason: `From ${groupDigits(from)} USD on, ${theService()} needs the travel-rule data of the address. ${value}. ${missing.reason}`,
    next: missing.next,
  };
}

function findMissing({ entry, identityId, isSavedHere }: RuledWithdrawal): MissingTravelRule | undefined {
  const canSave = isSavedHere !== undefined;
  const thenSave = (confirmed: string) =>
    canSave
      ? `. Once a second person has confirmed the ${confirmed}, choose “Save at ${theService()}” on its page.`
      : `, save the data at ${theService()}, and enter the day under “Saved on”. A second person confirms the ${confirmed}.`;
  if (!entry)
    return {
      reason: 'The recipient is not in the address book for this profile.',
      next: `Add the recipient with its travel-rule data${thenSave('entry')}`,
    };
  const { name, travelRule } = entry;
  if (!travelRule)
    return {
      reason: `“${name}” has no travel-rule data in the address book.`,
      next: `Complete “${name}” in the address book${thenSave('change')}`,
    };
  const isNamed = identityId === undefined || travelRule.identities.some((id) => isSameId(id, identityId));
  if (isNamed && (isSavedHere === true || travelRule.savedOn !== '')) return undefined;
  if (!isNamed)
    return {
      reason: `The travel-rule data of “${name}” are not saved for the identity ${identityId}.`,
      next: canSave
        ? `Add the ID of this identity to “${name}” in the address book${thenSave('change')}`
        : `Save them at ${theService()} for this identity, and add its ID to “${name}” in the address book.`,
    };
  const owner = canSave && identityId !== undefined ? ` for the identity ${identityId}` : '';
  return {
    reason: `The travel-rule data of “${name}” are not saved at ${theService()} yet${owner}.`,
    next: canSave
      ? `Open “${name}” in the address book and choose “Save at ${theService()}”.`
      : `Save them there and enter the day at “${name}” in the address book. A second person confirms the change.`,
  };
}
