import type { Looks } from '@/app/(console)/withdrawals/batches/[id]/use-looks';
import { type BatchItem, type BatchView, sumByAsset } from '@/lib/requests/bundles/batches';
import { readableText } from '@/components/values/untrusted-text';
import { writeAmount } from '@/lib/money/format-amount';
import { accountKey } from '@/lib/recipients/account';
import { countAddresses } from '@/lib/requests/bundles/recipient-groups';
import { formatCount } from '@/lib/text/locale';

const count = formatCount;
const countIn = (some: Looks['steps']) => countAddresses(some.flatMap((step) => step.items));
const rows = (number: number) => `${count(number)} ${number === 1 ? 'row' : 'rows'}`;

/**
 * Says what is to be looked at, and how much of it was: marked rows, whole addresses, and rows decided on alone; that
 * nothing is unusual where that is all.
 */
export function sayNeeds({ steps, isSeen }: Pick<Looks, 'steps' | 'isSeen'>, items: readonly BatchItem[]): string[] {
  const [marked, screens] = [
    steps.filter(({ kind }) => kind === 'item'),
    steps.filter(({ kind }) => kind === 'screen'),
  ];
  const addresses = countIn(screens);
  const alone = items.filter(({ canDecide, look }) => canDecide && look?.need === 'alone').length;
  const said = [
    marked.length > 0 && sayMarked(marked.length, marked.filter(isSeen).length),
    addresses > 0 &&
      `${count(countIn(screens.filter(isSeen)))} of ${count(addresses)} new ${addresses === 1 ? 'address' : 'addresses'} compared`,
    alone > 0 && `${rows(alone)} to decide alone, on ${alone === 1 ? 'its' : 'their'} own page.`,
  ].filter((text) => text !== false);
  return said.length > 0 ? said : ['Nothing unusual'];
}

function sayMarked(marked: number, seen: number): string {
  if (seen === 0) return `${rows(marked)} ${marked === 1 ? 'needs' : 'need'} a look`;
  return `Looked at ${marked === 1 ? 'the marked row' : `${count(seen)} of ${count(marked)} marked rows`}`;
}

/** Tells whether an approval of these rows is the last that each of them needs. */
const areLast = (covered: readonly BatchItem[]) => covered.length > 0 && covered.every((item) => item.isLastApproval);

/** The facts of a batch that decide what an approval does, beside the rows that it covers. */
type Open = Pick<BatchView, 'waiting' | 'isSendingStopped'>;

/** Names the button that approves by what it does, such as “Approve and send 40”. */
export function nameApproval(
  covered: readonly BatchItem[],
  { waiting: { requestIds }, isSendingStopped }: Open,
): string {
  const waiting = requestIds.length;
  const number = covered.length === waiting ? count(waiting) : `${count(covered.length)} of ${count(waiting)}`;
  return `${areLast(covered) && !isSendingStopped ? 'Approve and send' : 'Approve'} ${number}`;
}

/** Asks to approve rows, with their total where it is in one asset. */
export function nameApproved(covered: readonly BatchItem[], batch: Open): string {
  const [sum, other] = sumByAsset(covered.map(({ body }) => body));
  const total = sum && !other ? `, ${writeAmount(sum.total, readableText(sum.asset))}` : '';
  return `${nameApproval(covered, batch)} ${batch.waiting.requestIds.length === 1 ? 'payment' : 'payments'}${total}?`;
}

const accounts = (some: readonly BatchItem[]) => new Set(some.map(({ body }) => accountKey(body))).size;

/** Counts the recipients of rows, and those who are paid for the first time. */
export function sayRecipients(covered: readonly BatchItem[]): string {
  const [all, first] = [accounts(covered), accounts(covered.filter(({ look }) => look?.isFirstPayment))];
  if (first === 0) return count(all);
  const number = first === all ? (all === 1 ? 'paid' : 'all paid') : `${count(first)} paid`;
  return `${count(all)}, ${number} for the first time`;
}

/** Says what an approval of the covered rows does; empty while it covers none. */
export function sayConsequence({ left, covered }: Pick<Looks, 'left' | 'covered'>, batch: Open): string {
  if (covered.length === 0) return '';
  const others = batch.waiting.requestIds.length - covered.length;
  if (left.length > 0) return `The other ${others === 1 ? 'row keeps' : `${rows(others)} keep`} waiting.`;
  return sayEffect(covered, batch);
}

/** Says what happens once these rows are approved: which of them are sent, and which a limit over time makes wait. */
export function sayEffect(covered: readonly BatchItem[], { isSendingStopped }: Open): string {
  const last = covered.filter((item) => item.isLastApproval);
  if (last.length === 0) return 'Nothing is sent yet: more approvals are needed after yours.';
  if (isSendingStopped)
    return 'Sending is stopped: what is approved leaves once it resumes, and cannot be recalled then.';
  const later = last.filter((item) => item.leavesAt !== null).length;
  const now = last.length - later;
  const them = (number: number) => (number === covered.length ? '' : ` ${count(number)} of them`);
  if (later === 0) return `Sends${them(now)} at once. They cannot be recalled.`;
  const waits = `when a limit over time lets them leave. They cannot be recalled then.`;
  if (now === 0) return `Sends${them(later)} later, ${waits}`;
  return `Sends${them(now)} at once, and ${count(later)} later, ${waits}`;
}

/** Says what the approval of these rows did. */
export function sayApproved(covered: readonly BatchItem[]): string {
  const last = covered.filter((item) => item.isLastApproval).length;
  // What is sent then is said by the status of the rows.
  if (last === covered.length) return `Approved ${rows(last)}.`;
  return `Approved ${rows(covered.length)}. ${last === 0 ? 'More' : 'For some, more'} approvals are needed.`;
}

/** Says what the rejection of these rows did. */
export function sayRejected(rejected: readonly BatchItem[]): string {
  const [first] = rejected;
  return rejected.length === 1 && first
    ? `Row ${first.position + 1} rejected. It is not sent.`
    : `${rows(rejected.length)} rejected. They are not sent.`;
}

/** Names rows by their number, such as “3 rows”. */
export const nameRows = rows;
