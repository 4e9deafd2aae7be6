import { addAmounts, compareAmounts, subtractAmounts, type Amount } from '@/lib/money/amounts';
import { openingBalance } from '@/sandbox/profiles';
import type { Settlement } from '@/sandbox/ledger/settlement';

interface Account {
  /** Sum of the completed and the pending debits. */
  debited: Amount;
  /** Totals to be given back when their transfer fails. */
  returning: { atMs: number; total: Amount }[];
}

/**
 * Balances by profile and asset: creating a withdrawal reserves the funds and a failure gives them back
 * (docs/specification/service-facts.md#states).
 */
export interface Balances {
  debit: (profileId: string, asset: string, total: Amount, settlement: Settlement) => void;
  available: (profileId: string, asset: string, nowMs: number) => Amount;
}

/** Creates balances that begin at the opening ones. */
export function createBalances(): Balances {
  const accounts = new Map<string, Account>();
  const accountOf = (profileId: string, asset: string): Account => {
    const key = JSON.stringify([profileId, asset]);
    const account = accounts.get(key) ?? { debited: '0', returning: [] };
    accounts.set(key, account);
    return account;
  };
  return {
    debit: (profileId, asset, total, { atMs, outcome }) => {
      const account = accountOf(profileId, asset);
      if (outcome === 'completed' || atMs === null) account.debited = addAmounts(account.debited, total);
      else account.returning.push({ atMs, total });
    },
    available: (profileId, asset, nowMs) => {
      const account = accountOf(profileId, asset);
      account.returning = account.returning.filter(({ atMs }) => nowMs < atMs);
      const reserved = account.returning.reduce((sum, { total }) => addAmounts(sum, total), account.debited);
      const available = subtractAmounts(openingBalance(profileId) ?? '0', reserved);
      return compareAmounts(available, '0') < 0 ? '0' : available;
    },
  };
}
