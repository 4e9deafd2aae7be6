import { groupDigits } from '@/lib/money/format-amount';
import type { PaidSum, PaidToAddress } from '@/lib/search/found';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { joinList } from '@/lib/text/join-list';
import { formatCount } from '@/lib/text/locale';

const MAX_ASSETS = 6;
const MAX_ASSET_LENGTH = 20;

/**
 * Describes what was paid to an address in all, such as "12 completed: 1.5 BTC and 300 USDC; 2 pending: 0.1 BTC;
 * 1 failed". Fees are in no amount. Where not all transfers were added up, gives their number alone.
 */
export function describePaid({ isPartial, completed, pending, failed, other }: PaidToAddress): string {
  const all = completed.transfers + pending.transfers + failed + other;
  if (isPartial) return `${count(all)} or more transfers; the list adds them up`;
  return [
    ...(completed.transfers === 0 ? [] : [describeSum('completed', completed)]),
    ...(pending.transfers === 0 ? [] : [describeSum('pending', pending)]),
    ...(failed === 0 ? [] : [`${count(failed)} failed`]),
    ...(other === 0 ? [] : [`${count(other)} with another status`]),
  ].join('; ');
}

function describeSum(name: string, { transfers, amounts }: PaidSum): string {
  const shown = amounts
    .slice(0, MAX_ASSETS)
    .map(({ asset, amount }) =>
      `${groupDigits(amount)} ${revealHiddenCharacters(asset.slice(0, MAX_ASSET_LENGTH))}`.trim(),
    );
  const others = amounts.length - shown.length;
  if (others > 0) shown.push(`${others} other ${others === 1 ? 'asset' : 'assets'}`);
  return shown.length === 0 ? `${count(transfers)} ${name}` : `${count(transfers)} ${name}: ${joinList(shown)}`;
}

function count(number: number): string {
  return formatCount(number);
}
