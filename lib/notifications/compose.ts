import { isServiceAmount } from '@/lib/money/format-amount';
import { NOTICE_KINDS, type NoticeKind } from '@/lib/notifications/kinds';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';

/** How much a notification says of a withdrawal (NOTIFY_DETAIL): asset and rounded amount, or neither. */
export const NOTICE_DETAILS = ['summary', 'none'] as const;
export type NoticeDetail = (typeof NOTICE_DETAILS)[number];

/** A notice to send. `amount` is exact. */
export interface ToldNotice {
  id: string;
  kind: NoticeKind;
  path: string;
  asset: string | null;
  amount: string | null;
  at: Date;
}

/** The console that tells. */
export interface TellingConsole {
  /** Address of the console, without a slash at the end. */
  url: string;
  deskName: string;
  isSandbox: boolean;
  detail: NoticeDetail;
}

/** A mail without its addresses. */
export interface ComposedMail {
  subject: string;
  text: string;
  html: string;
}

const MAX_LISTED = 20;
const SIGNIFICANT_DIGITS = 3;

/**
 * Gives what a message says of a notice: its title, with asset and rounded amount where the console gives them. The
 * title is for the person concerned, unless another one is given.
 */
export function summarize(
  { kind, asset: named, amount: exact }: Pick<ToldNotice, 'kind' | 'asset' | 'amount'>,
  detail: NoticeDetail,
  titleOf: (kind: NoticeKind, value: string | undefined) => string = ownTitleOf,
): { title: string; asset?: string; amount?: string } {
  const value = detail === 'none' ? undefined : roundValue(named, exact);
  return { title: titleOf(kind, value && `about ${value.amount} ${value.asset}`), ...value };
}

const ownTitleOf = (kind: NoticeKind, value: string | undefined) => NOTICE_KINDS[kind].title(value);

/** Rounds a value for reading at a glance; undefined where it cannot be read. */
function roundValue(asset: string | null, amount: string | null): { asset: string; amount: string } | undefined {
  if (asset === null || amount === null || !isServiceAmount(amount)) return undefined;
  // A ticker of the registry; anything else there is left out.
  if (asset.length > 20 || findHiddenCharacter(asset) !== undefined) return undefined;
  const rounded = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: SIGNIFICANT_DIGITS });
  return { asset, amount: rounded.format(Number(amount)) };
}

/**
 * Composes one mail about one notice or several, oldest first. It has a link for each and never an address, a reference
 * or a button that decides. The first link of the text part leads to the first notice. `unsubscribeAddress` is in
 * digests.
 */
export function composeMail(
  notices: readonly [ToldNotice, ...ToldNotice[]],
  { url, deskName, isSandbox, detail }: TellingConsole,
  unsubscribeAddress?: string,
): ComposedMail {
  const [first] = notices;
  const listed = notices.slice(0, MAX_LISTED).map((notice) => ({
    title: summarize(notice, detail).title,
    link: `${url}${notice.path}`,
    at: formatTime(notice.at),
  }));
  const more = notices.length - listed.length;
  const subject = notices.length === 1 ? summarize(first, detail).title : `${notices.length} things happened`;
  const rest = more > 0 ? [`And ${more} more. Open the console to see all: ${url}/`] : [];
  const ending = [
    `This mail is from the console of ${deskName}. It links to the console, where you sign in, and nothing is decided by mail.`,
    `Your notifications: ${url}/account`,
    ...(unsubscribeAddress === undefined ? [] : [`End digests such as this one: ${unsubscribeAddress}`]),
  ];
  return {
    subject: plainLine(`${isSandbox ? '[Sandbox] ' : ''}${subject}`),
    text: [
      ...listed.map(({ title, link, at }) => `${title}.\n${link}\n${at}`),
      ...rest,
      ['--', ...ending].join('\n'),
    ].join('\n\n'),
    html: renderHtml(listed, rest, ending),
  };
}

interface Listed {
  title: string;
  link: string;
  at: string;
}

function renderHtml(listed: readonly Listed[], rest: readonly string[], ending: readonly string[]): string {
  const lines = listed.map(
    ({ title, link, at }) =>
      `<p style="margin:0 0 16px"><a href="${escapeHtml(link)}" style="font-weight:600">${escapeHtml(title)}</a><br>` +
      `<span style="color:#666">${escapeHtml(at)}</span></p>`,
  );
  const small = ending.map((line) => `<p style="margin:0 0 4px;color:#666;font-size:13px">${escapeHtml(line)}</p>`);
  return [
    '<!doctype html><html lang="en"><body style="font:16px/1.5 system-ui,sans-serif;margin:16px">',
    // Words, since mail programs hide images or list them as attachments.
    '<p style="margin:0 0 16px;color:#0f6b5c;font-weight:700">Countersign</p>',
    ...lines,
    ...rest.map((line) => `<p>${escapeHtml(line)}</p>`),
    '<hr style="border:0;border-top:1px solid #ddd;margin:24px 0 12px">',
    ...small,
    '</body></html>',
  ].join('\n');
}

const formatTime = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Makes a text fit for a header: one line, without control characters. */
function plainLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what a header must not hold.
  return text.replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim();
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
