import type { Explanation } from '@/lib/http/problems';
import { formatCount } from '@/lib/text/locale';
import { presetOf, type PresetId } from '@/lib/transfers/export/presets';
import type { TransferQuery } from '@/lib/transfers/query';

/** An account as accounting systems know it: the balance of one asset in one profile. Empty where records have none. */
export interface BalanceAccount {
  profile: string;
  asset: string;
}

/** An account with its number of transfers. */
export interface BalanceAccountOption extends BalanceAccount {
  transfers: number;
}

/** The answer of `GET /api/transfers/accounts`: the accounts of a query, the most frequent first, at most 500. */
export interface BalanceAccounts {
  accounts: BalanceAccountOption[];
}

/** Narrows a query to completed transfers, and to one account where one was chosen. */
export function narrowToPreset(query: TransferQuery, account: BalanceAccount | undefined): TransferQuery {
  const completed = { ...query, values: { ...query.values, status: ['COMPLETED'] } };
  if (!account) return completed;
  const { profile, asset } = account;
  const condition =
    asset === ''
      ? ({ field: 'balance_asset', match: 'empty', value: '' } as const)
      : ({ field: 'balance_asset', match: 'is', value: asset } as const);
  return {
    ...completed,
    values: { ...completed.values, profile: [profile] },
    fields: [...query.fields.filter(({ field }) => field !== 'balance_asset'), condition],
  };
}

/** Explains that a filter by status leaves no completed transfer to a preset; undefined if it does. */
export function explainWithoutCompleted(preset: PresetId, { values }: TransferQuery): Explanation | undefined {
  if (!values.status || values.status.includes('COMPLETED')) return undefined;
  return {
    title: 'These filters show no completed transfers',
    detail: `A file for ${presetOf(preset).title} has completed transfers only, since the others change no balance. No file was made.`,
    next: 'Remove the filter by status.',
  };
}

/** What must be known about the transfers of a preset before its file begins. */
export interface PresetSummary {
  /** The number of accounts, and some of them as "profile asset". */
  accounts: number;
  accountNames: readonly string[];
  /** The transfers without a readable direction or total, and one of their IDs. */
  unsigned: number;
  unsignedId: string | null;
  /** The transfers without a readable time of creation, and one of their IDs. */
  undated: number;
  undatedId: string | null;
  /** The transfers with a line of more decimals than the system takes, and one such amount with its asset. */
  tooPrecise: number;
  tooPreciseAmount: string | null;
}

/**
 * Explains why a file would not fit an accounting system; undefined if it does. Nothing is rounded or left out to make
 * it fit.
 */
export function explainMisfit(preset: PresetId, summary: PresetSummary): Explanation | undefined {
  const { title, system } = presetOf(preset);
  if (!system) return undefined;
  const explain = (detail: string, next: string): Explanation => ({
    title: `These transfers do not fit ${title}`,
    detail: `${detail} No file was made.`,
    next,
  });
  if (summary.accounts > 1)
    return explain(
      `A file for ${system.name} holds one account. These transfers belong to ${formatCount(summary.accounts)}: ${listSome(summary)}.`,
      'Choose one account, or Bank statement CSV, which names profile and asset in each line.',
    );
  if (summary.unsigned > 0)
    return explain(
      `${countTransfers(summary.unsigned)} no readable direction or total, such as ${summary.unsignedId}, so the sign of the amount is not known.`,
      'Add a filter that leaves them out, or choose Bank statement CSV, which leaves their amount empty.',
    );
  if (summary.undated > 0)
    return explain(
      `${countTransfers(summary.undated)} no readable time of creation, such as ${summary.undatedId}.`,
      'Add a filter by day, or choose Bank statement CSV, which leaves their date empty.',
    );
  if (summary.tooPrecise > 0)
    return explain(
      `${summary.tooPreciseAmount} has more decimals than the ${system.maxDecimals} that ${system.name} imports` +
        `${summary.tooPrecise === 1 ? '' : `, and so have ${formatCount(summary.tooPrecise - 1)} other transfers`}.`,
      'Choose Bank statement CSV, which has every decimal.',
    );
  return undefined;
}

function countTransfers(count: number): string {
  return count === 1 ? 'One transfer has' : `${formatCount(count)} transfers have`;
}

function listSome({ accounts, accountNames }: PresetSummary): string {
  return accountNames.join(', ') + (accounts > accountNames.length ? ', …' : '');
}
