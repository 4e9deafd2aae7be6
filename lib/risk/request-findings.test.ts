import { expect, it } from 'vitest';
import { listRequestFindings, nameFindings, type PastRejection, withoutAmounts } from '@/lib/risk/request-findings';
import { isGrave, nameLine, sortByWeight } from '@/lib/risk/sort-findings';

const REASON = 'Invoice 4698 was paid last week. Ask for a statement.';
const rejection = (changes: PastRejection['changes']): PastRejection => ({
  personName: 'approver-two',
  forPersonName: null,
  reason: REASON,
  at: '2026-11-30T08:32:30Z',
  version: 1,
  other: null,
  changes,
});
const find = (past: PastRejection | null, questions: string[] = []) =>
  listRequestFindings({ questions, rejection: past, checks: null, limits: [{ text: 'too much', isOver: true }] });

it('names an earlier rejection first, in red where nothing was changed since', () => {
  const unchanged = find(rejection([]), ['Why twice?']);
  expect(nameFindings(unchanged)).toMatchObject([
    { name: `rejected before: ${REASON}`, isGrave: true },
    { name: 'open question', isGrave: false },
    { name: 'over a policy limit' },
  ]);
  const [line] = sortByWeight(unchanged).attention;
  expect(line && nameLine(line)).toEqual({ title: `Rejected before: ${REASON}`, rest: 'Nothing was changed since.' });
  expect(nameFindings(find(null)).map(({ name }) => name)).toEqual(['over a policy limit']);
});

it('says what was changed since, long values by name alone, and no amount where it is asked for', () => {
  const changed = rejection([
    { field: 'amount', before: '120.4', after: '12.04' },
    { field: 'note', before: null, after: 'Settlement of next week.' },
  ]);
  const [line] = find(changed);
  expect(line).toMatchObject({ text: 'Changed since: amount from 120.4 to 12.04; note.' });
  expect(line && isGrave(line)).toBe(false);
  expect(find(withoutAmounts(changed))[0]?.text).toBe('Changed since: amount; note.');
});
