import type { Explanation } from '@/lib/http/problems';
import { joinList } from '@/lib/text/join-list';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { formatDate } from '@/lib/text/locale';
import { theService } from '@/lib/text/service-name';
import { type DescribedChange, describeChanges, findTransferChanges } from '@/lib/transfers/changes';
import type { TransferAnswer } from '@/lib/transfers/transfer';

const MAX_CHANGES = 3;
const MAX_LENGTH = 80;

/**
 * Describes what reading a transfer from the service has changed, such as "Read from the service at 12:03:04: status
 * changed from Pending at the service to Completed." `shown`: the record that the reader saw before, if any.
 */
export function describeRefresh(shown: unknown, { transfer, asOf }: TransferAnswer, timeZone?: string): string {
  const time = formatDate(new Date(asOf), { timeStyle: 'medium', timeZone });
  return `Read from ${theService()} at ${time}: ${shown === undefined ? 'first record' : describeNews(shown, transfer.raw)}.`;
}

/**
 * Describes a refresh that failed, such as "The service could not be reached. You see the copy from 22 Nov 2026,
 * 12:03:04. Try again in a moment." `readAt`: when the record on screen was read (ISO 8601), if that is known.
 */
export function describeFailedRefresh(
  { title, detail, next }: Explanation,
  readAt: string | undefined,
  timeZone?: string,
): string {
  const copy = readAt === undefined ? '' : `You see the record as of ${formatMoment(readAt, timeZone)}.`;
  return [`${title}.`, detail, copy, next]
    .filter((sentence) => sentence !== '')
    .map(revealHiddenCharacters)
    .join(' ');
}

function formatMoment(iso: string, timeZone: string | undefined): string {
  return formatDate(new Date(iso), { timeZone, dateStyle: 'medium', timeStyle: 'medium' });
}

function describeNews(shown: unknown, current: unknown): string {
  const changes = findTransferChanges(shown, current);
  if (changes.length === 0) return 'no change';
  if (changes.every(({ field }) => field === 'updated_at')) return 'no change but the time of the last update';
  const told = describeChanges(changes).map(describeChange);
  const more = told.length - MAX_CHANGES;
  return joinList(
    more > 0 ? [...told.slice(0, MAX_CHANGES), `${more} more ${more === 1 ? 'change' : 'changes'}`] : told,
  );
}

function describeChange({ name, before, after }: DescribedChange): string {
  const member = name.charAt(0).toLowerCase() + name.slice(1);
  if (before === null) return `${member} set to ${readable(after ?? '')}`;
  return after === null ? `${member} removed` : `${member} changed from ${readable(before)} to ${readable(after)}`;
}

function readable(text: string): string {
  const clipped = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
  return revealHiddenCharacters(clipped);
}
