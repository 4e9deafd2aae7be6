import { beforeAll, expect, it } from 'vitest';
import { caller } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { failure } from '@/scripts/testing/results';
import { MAX_VIEWS } from '@/lib/views/saved-views';
import { deleteView, listViews, saveView } from '@/lib/server/views/saved-views';

setUpTestConsole();
let [support, finance]: [string, string] = ['', ''];

beforeAll(async () => {
  support = (await signInAs('support', ['support'])).sessionId;
  finance = (await signInAs('finance', ['finance'])).sessionId;
});

it('keeps the views of each person apart, with unique names', async () => {
  caller.sessionId = support;
  expect(await saveView({ name: 'Late ', parameters: 'status=PENDING&sort=created' })).toEqual({
    ok: true,
    value: [{ name: 'Late', parameters: 'status=PENDING&sort=created' }],
  });
  expect(await saveView({ name: 'Late', parameters: 'status=FAILED' })).toEqual({
    ok: true,
    value: [{ name: 'Late', parameters: 'status=FAILED' }],
  });
  caller.sessionId = finance;
  expect(await listViews()).toEqual({ ok: true, value: [] });
  expect(await deleteView('Late')).toEqual({ ok: true, value: [] });
  caller.sessionId = support;
  expect(await listViews()).toEqual({ ok: true, value: [{ name: 'Late', parameters: 'status=FAILED' }] });
  expect(await deleteView('Late')).toEqual({ ok: true, value: [] });
});

it('keeps the views of each list apart', async () => {
  caller.sessionId = support;
  const [transfers, withdrawals] = [
    [{ name: 'Late', parameters: 'status=FAILED' }],
    [{ name: 'Late', parameters: 'of=mine&state=rejected' }],
  ];
  expect(await saveView({ name: 'Late', parameters: 'status=FAILED' })).toEqual({ ok: true, value: transfers });
  const view = { name: 'Late', parameters: 'of=mine&state=rejected&status=FAILED', list: 'withdrawals' };
  expect(await saveView(view)).toEqual({ ok: true, value: withdrawals });
  expect([await listViews(), await listViews('withdrawals')]).toEqual([
    { ok: true, value: transfers },
    { ok: true, value: withdrawals },
  ]);
  expect(await deleteView({ name: 'Late', list: 'withdrawals' })).toEqual({ ok: true, value: [] });
  expect(await listViews('nonsense')).toEqual({ ok: true, value: transfers });
  expect(await deleteView('Late')).toEqual({ ok: true, value: [] });
});

it('rejects invalid views, one view too many, and people who are not signed in', async () => {
  caller.sessionId = support;
  for (const input of [
    undefined,
    7,
    {},
    { name: 'x' },
    { name: 'x', parameters: 'q=x', more: 1 },
    { name: '', parameters: '' },
    { name: 'x', parameters: '', list: 'recipients' },
  ])
    expect(await saveView(input)).toMatchObject(failure('refused'));
  for (let count = 0; count < MAX_VIEWS; count++) await saveView({ name: `view ${count}`, parameters: `q=${count}` });
  expect(await saveView({ name: 'one more', parameters: '' })).toMatchObject(failure('refused'));
  expect(await saveView({ name: 'view 7', parameters: 'q=seven' })).toMatchObject({ ok: true });
  caller.sessionId = undefined;
  for (const outcome of [await listViews(), await saveView({ name: 'x', parameters: '' }), await deleteView('view 1')])
    expect(outcome).toEqual(failure('signed-out'));
});
