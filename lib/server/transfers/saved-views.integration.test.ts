import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { signInAs, startTestConsole } from '@/scripts/testing/test-console';
import { MAX_VIEWS } from '@/lib/transfers/saved-views';
import { pool } from '@/lib/server/database/client';
import { deleteView, listViews, saveView } from '@/lib/server/transfers/saved-views';

const caller = vi.hoisted(() => ({
  sessionId: undefined as string | undefined,
  settings: {} as Record<string, unknown>,
}));
vi.mock('@/lib/server/auth/session-cookie', () => ({
  readSessionId: () => Promise.resolve(caller.sessionId),
  isPolling: () => Promise.resolve(false),
}));
vi.mock('@/lib/server/auth/request-origin', () => ({
  readOrigin: () => Promise.resolve({ address: '127.0.0.1', agent: 'test' }),
}));
vi.mock('@/lib/server/config/settings', () => ({ settings: () => caller.settings }));
// React's cache would remember the caller over a whole test.
vi.mock('react', async (original) => ({ ...(await original<object>()), cache: (read: unknown) => read }));

let running: Awaited<ReturnType<typeof startTestConsole>>;
let [support, finance]: [string, string] = ['', ''];

beforeAll(async () => {
  running = await startTestConsole();
  caller.settings = running.settings;
  support = (await signInAs('support', ['support'])).sessionId;
  finance = (await signInAs('finance', ['finance'])).sessionId;
});
afterAll(async () => {
  await pool().end();
  await running.remove();
});

it('keeps the views of each person apart, and a name once', async () => {
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

it('refuses what is no view, what is one too many, and whoever is not signed in', async () => {
  caller.sessionId = support;
  for (const input of [
    undefined,
    7,
    {},
    { name: 'x' },
    { name: 'x', parameters: 'q=x', more: 1 },
    { name: '', parameters: '' },
  ])
    expect(await saveView(input)).toMatchObject({ ok: false, error: { kind: 'refused' } });
  for (let count = 0; count < MAX_VIEWS; count++) await saveView({ name: `view ${count}`, parameters: `q=${count}` });
  expect(await saveView({ name: 'one more', parameters: '' })).toMatchObject({ ok: false, error: { kind: 'refused' } });
  expect(await saveView({ name: 'view 7', parameters: 'q=seven' })).toMatchObject({ ok: true });
  caller.sessionId = undefined;
  for (const outcome of [await listViews(), await saveView({ name: 'x', parameters: '' }), await deleteView('view 1')])
    expect(outcome).toEqual({ ok: false, error: { kind: 'signed-out' } });
});
