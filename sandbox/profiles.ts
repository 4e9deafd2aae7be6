import type { Amount } from '@/lib/money/amounts';
import { hashText, mix, uuidFrom } from '@/sandbox/random';

// Enough for any number of test withdrawals: the largest single one is a billion.
const LARGE_BALANCE: Amount = '1000000000000000';

/** Balance of every asset by profile, before the first withdrawal. */
const OPENING_BALANCES: Readonly<Record<string, Amount>> = {
  'p-ops': LARGE_BALANCE,
  'p-treasury': LARGE_BALANCE,
  'p-customers': LARGE_BALANCE,
  'p-small': '25',
  'p-empty': '0',
};

/** Returns the opening balance of any asset in a profile, or undefined for an unknown profile. */
export function openingBalance(profileId: string): Amount | undefined {
  return Object.hasOwn(OPENING_BALANCES, profileId) ? OPENING_BALANCES[profileId] : undefined;
}

/** Returns the customer id of a profile, always the same for the same profile. */
export function customerOf(profileId: string): string {
  const start = hashText(profileId);
  return uuidFrom(start, mix(start, 1), mix(start, 2), mix(start, 3));
}
