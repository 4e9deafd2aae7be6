import { shortenAddress } from '@/lib/addresses/chunks';
import type { AuditEntry } from '@/lib/audit/audit-log';
import { groupDigits } from '@/lib/money/format-amount';
import { formatCount } from '@/lib/text/locale';

type Members = Partial<Record<string, unknown>>;

// Entries of earlier versions have other members, so nothing is taken for granted.
const membersOf = (value: unknown): Members => (typeof value === 'object' && value !== null ? value : {});
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/**
 * Says what an entry holds about its action beside the subject: the reason or the person's own words, else the amount
 * and the recipient of the withdrawal; empty where the entry has none of them.
 */
export function describeDetail({ reason, after }: Pick<AuditEntry, 'reason' | 'after'>): string {
  const { comment, body } = membersOf(after);
  return reason || textOf(comment) || textOf(body) || describeBody(membersOf(body));
}

/** Writes the withdrawal of a body as "12.04 ETH to 0x5063 075F … d755 Cc22"; empty for anything else. */
function describeBody({ amount, total, asset, destination_address: address }: Members): string {
  const value = textOf(amount) || textOf(total);
  if (value === '' || textOf(asset) === '' || textOf(address) === '') return '';
  return `${groupDigits(value)} ${textOf(asset)} to ${shortenAddress(textOf(address))}`;
}

/** Names what an entry changes: the first name or title in it, and how many more there are; empty without one. */
export function describeNames({ before, after }: Pick<AuditEntry, 'before' | 'after'>): string {
  const names = namesIn(membersOf(after));
  const [first, ...more] = names.length > 0 ? names : namesIn(membersOf(before));
  if (first === undefined) return '';
  return more.length === 0 ? first : `${first} and ${formatCount(more.length)} more`;
}

function namesIn({ name, title, entries, payload }: Members): string[] {
  const changes = listOf(membersOf(payload).changes).map((change) => {
    const { before, after } = membersOf(change);
    return textOf(membersOf(after).name) || textOf(membersOf(before).name);
  });
  const listed = listOf(entries).map((entry) => textOf(membersOf(entry).name));
  return [textOf(name), textOf(title), ...listed, ...changes].filter((one) => one !== '');
}
