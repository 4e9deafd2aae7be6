import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askDenialReason, findMentioned, listOpenQuestions, remarkSchema } from '@/lib/requests/conversation';

const person = (name: string, id = name) => ({ id, name });
const PEOPLE = [
  person('finance'),
  person('finance-two'),
  person('Ann Lee'),
  person('Ann'),
  person('Ada', 'a1'),
  person('Ada', 'a2'),
];
const mentionedIn = (body: string) =>
  findMentioned(body, PEOPLE)
    .map(({ id }) => id)
    .toSorted();

describe('a mention', () => {
  it.each([
    ['@finance please look', ['finance']],
    ['@finance-two please look', ['finance-two']],
    ['@finance and @finance-two', ['finance', 'finance-two']],
    ['ask @ann lee, not @ann', ['Ann', 'Ann Lee']],
    ['ask @Ann Lee', ['Ann Lee']],
    ['@ADA', ['a1', 'a2']],
    ['@annette', []],
    ['finance', []],
    ['mail me @ home', []],
    ['', []],
  ])('in %j is of %j', (body, expected) => {
    expect(mentionedIn(body)).toEqual(expected);
  });

  it('never fails, whatever is written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string({ unit: 'binary' })), (body, names) => {
        const found = findMentioned(
          body,
          names.map((name, index) => person(name, String(index))),
        );
        for (const { name } of found)
          expect(body.toLocaleLowerCase('en')).toContain(`@${name.toLocaleLowerCase('en')}`);
      }),
    );
  });
});

const said = (
  id: number,
  kind: 'QUESTION' | 'ANSWER' | 'WITHDRAWN' | 'COMMENT',
  questionId: number | null = null,
  version = 2,
) => ({
  id,
  kind,
  questionId,
  version,
});

const openOf = (...comments: ReturnType<typeof said>[]) => listOpenQuestions(comments, 2).map(({ id }) => id);

describe('a question', () => {
  it('is open until it is answered or withdrawn, about the current version alone', () => {
    expect(openOf(said(1, 'QUESTION'), said(2, 'COMMENT'))).toEqual([1]);
    expect(openOf(said(1, 'QUESTION'), said(2, 'ANSWER', 1))).toEqual([]);
    expect(openOf(said(1, 'QUESTION'), said(2, 'WITHDRAWN', 1))).toEqual([]);
    expect(openOf(said(1, 'QUESTION', null, 1))).toEqual([]);
    expect(openOf(said(1, 'QUESTION'), said(2, 'QUESTION'), said(3, 'ANSWER', 2))).toEqual([1]);
  });

  it.each([
    [{ state: 'AWAITING_APPROVAL', isExpired: false }, 'other', undefined],
    [{ state: 'AWAITING_APPROVAL', isExpired: true }, 'other', 'no longer awaits approval'],
    [{ state: 'APPROVED', isExpired: false }, 'other', 'would stop nothing'],
    [{ state: 'SENT', isExpired: false }, 'other', 'no longer awaits approval'],
    [{ state: 'AWAITING_APPROVAL', isExpired: false }, 'me', 'You made this request'],
  ])('about %j by %s is refused: %s', (request, requesterId, reason) => {
    const denied = askDenialReason({ ...request, requesterId }, 'me');
    if (reason === undefined) expect(denied).toBeUndefined();
    else expect(denied).toContain(reason);
  });
});

it.each([
  { kind: 'COMMENT', body: '' },
  { kind: 'COMMENT', body: ' ' },
  { kind: 'COMMENT', body: 'x'.repeat(1001) },
  { kind: 'COMMENT', body: 'a\u0000b' },
  { kind: 'ANSWER', body: 'yes' },
  { kind: 'WITHDRAWN', questionId: 1, body: 'x' },
  { kind: 'SHOUT', body: 'x' },
])('%j is no remark', (remark) => {
  const about = { requestId: '00000000-0000-4000-8000-000000000000', version: 1 };
  expect(remarkSchema.safeParse({ ...about, ...remark }).success).toBe(false);
});
