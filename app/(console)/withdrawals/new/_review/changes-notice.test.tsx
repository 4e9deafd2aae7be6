import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ChangesNotice } from '@/app/(console)/withdrawals/new/_review/changes-notice';
import type { Editing } from '@/app/(console)/withdrawals/new/editing';
import { EMPTY_WITHDRAWAL_FORM } from '@/lib/withdrawals/empty-form';
import { DEFAULT_SENDABLE } from '@/scripts/testing/data/sendable';

const FORM = { ...EMPTY_WITHDRAWAL_FORM, referenceId: 'alder-4698', value: '0.85' };
const REASON = 'Rejected by approver-two: paid last week';
const AMENDED = {
  personId: 'p-1',
  registry: DEFAULT_SENDABLE,
  amendment: { requestId: 'r-1', version: 1, refId: 'alder-4698', form: FORM, files: [], approvals: 0 },
} satisfies Editing;
const FOLLOWING: Editing = {
  personId: 'p-1',
  registry: DEFAULT_SENDABLE,
  start: { address: '/withdrawals/new', form: FORM, follows: { id: 'r-1', refId: 'northwind-49' } },
};

it.each<[string, Editing, string, string]>([
  [
    'a rejected one, unchanged',
    { ...AMENDED, returnReason: REASON },
    '0.85',
    'Nothing has changed from the rejected version',
  ],
  ['a rejected one, changed', { ...AMENDED, returnReason: REASON }, '0.5', 'Changed from the rejected version'],
  ['one that nobody rejected', AMENDED, '0.85', 'Nothing has changed from version 1.'],
  ['one that follows another', { ...FOLLOWING, returnReason: REASON }, '0.85', 'Nothing has changed from northwind-49'],
])('the review of %s says what changed', (_what, editing, value, said) => {
  const html = renderToStaticMarkup(
    <ChangesNotice editing={editing} formKey={crypto.randomUUID()} form={{ ...FORM, value }} files={[]} />,
  );
  expect(html).toContain(said);
  expect(html.includes('answer it in the note')).toBe(value === '0.85' && editing.returnReason !== undefined);
});

it('the review of a new withdrawal compares nothing', () => {
  const editing = { personId: 'p-1', registry: DEFAULT_SENDABLE };
  expect(renderToStaticMarkup(<ChangesNotice editing={editing} formKey="" form={FORM} files={[]} />)).toBe('');
});
