import { z } from 'zod';
import type { Denial } from '@/lib/http/denials';
import { formatCount } from '@/lib/text/locale';
import { storableText } from '@/lib/text/storable-text';
import { UUID } from '@/lib/text/uuid';

/** Kinds of comments on a request, as stored. WITHDRAWN: the author took a question back. */
export const COMMENT_KINDS = ['COMMENT', 'QUESTION', 'ANSWER', 'WITHDRAWN'] as const;
export type CommentKind = (typeof COMMENT_KINDS)[number];

export const MAX_COMMENT_LENGTH = 1000;
/** More than any conversation holds; later comments are refused, so that a page stays readable. */
export const MAX_COMMENTS = 200;

const text = storableText()
  .trim()
  .min(1, 'Enter a text.')
  .max(MAX_COMMENT_LENGTH, { error: () => `Enter at most ${formatCount(MAX_COMMENT_LENGTH)} characters.` });
const about = { requestId: z.string().regex(UUID), version: z.int().positive() };
const questionId = z.int().positive();

/** Schema of a comment on a version of a request. */
export const remarkSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('COMMENT'), ...about, body: text }),
  z.strictObject({ kind: z.literal('QUESTION'), ...about, body: text }),
  z.strictObject({ kind: z.literal('ANSWER'), ...about, questionId, body: text }),
  z.strictObject({ kind: z.literal('WITHDRAWN'), ...about, questionId }),
]);
export type Remark = z.infer<typeof remarkSchema>;

/** Reasons why a comment was not stored. In each of them, nothing changed. */
export type RemarkFailure =
  | Denial
  | { kind: 'not-found' }
  | { kind: 'invalid' | 'not-now' | 'changed'; reason: string };

/** A comment, as the page shows it. */
export interface CommentView {
  id: number;
  kind: CommentKind;
  version: number;
  personName: string;
  isReader: boolean;
  questionId: number | null;
  body: string;
  at: string;
}

/** The conversation on a request as one reader sees it. */
export interface Conversation {
  comments: CommentView[];
  /** Questions about the current version that nobody answered yet. */
  openQuestionIds: number[];
  /** Why the reader cannot say anything; null where they can. */
  denialReason: string | null;
  /** Why the reader cannot ask; null where they can. */
  askDenialReason: string | null;
  /** Why the reader cannot give the last approval now; null where no question is in the way. */
  approveBlockReason: string | null;
}

/** Lists the questions about a version that were neither answered nor withdrawn. */
export function listOpenQuestions<Comment extends Pick<CommentView, 'id' | 'kind' | 'version' | 'questionId'>>(
  comments: readonly Comment[],
  version: number,
): Comment[] {
  const ended = new Set(comments.map((comment) => comment.questionId));
  return comments.filter(
    (comment) => comment.kind === 'QUESTION' && comment.version === version && !ended.has(comment.id),
  );
}

/** Explains why a person cannot ask about a request; undefined where they can. */
export function askDenialReason(
  request: { state: string; isExpired: boolean; requesterId: string },
  personId: string,
): string | undefined {
  if (request.requesterId === personId) return 'You made this request. Add a comment, or change the request.';
  if (request.state === 'APPROVED')
    return 'The request is approved, so a question would stop nothing. Put it on hold, or withdraw your approval.';
  if (request.state !== 'AWAITING_APPROVAL' || request.isExpired) return 'The request no longer awaits approval.';
  return undefined;
}

/** Explains why a question keeps an approval out that would be the last one. */
export function questionBlockReason(personName: string, isOwn: boolean): string {
  return isOwn
    ? 'Your question is not answered. Withdraw it, or wait for the answer, before you give the last approval.'
    : `A question of ${personName} is not answered. It must be answered or withdrawn before the last approval.`;
}

/**
 * Finds the people whose name a text mentions, as in “@finance-two”: after an at sign, in any case, not followed by
 * another letter or digit. Longer names come first, so that “@ann lee” is not “@ann”.
 */
export function findMentioned<Person extends { id: string; name: string }>(
  body: string,
  people: readonly Person[],
): Person[] {
  let rest = body.toLocaleLowerCase('en');
  const found: Person[] = [];
  for (const person of people.toSorted((a, b) => b.name.length - a.name.length)) {
    const sought = `@${person.name.toLocaleLowerCase('en')}`;
    if (person.name === '') continue;
    const place = rest.indexOf(sought);
    if (place < 0 || /^[\p{L}\p{N}]/u.test(rest.slice(place + sought.length))) continue;
    found.push(person);
    // Two people of one name are both meant.
    const hasNamesake = people.some((other) => other.id !== person.id && other.name === person.name);
    if (!hasNamesake) rest = rest.replaceAll(sought, ' ');
  }
  return found;
}
