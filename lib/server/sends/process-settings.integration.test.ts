import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { log } from '@/lib/server/observability/log';
import { pool } from '@/lib/server/database/client';
import { readStoredMetrics } from '@/lib/server/database/stored-metrics';
import { compareSettings, readDifferingSettings, readWork } from '@/lib/server/sends/process-settings';
import { provideSettings, settings } from '@/lib/server/config/settings';
import { caller } from '@/scripts/testing/people/caller';
import { readSingletons, switchSingletons } from '@/scripts/testing/singletons';
import { setUpTestDatabase, signInAs } from '@/scripts/testing/test-process';

setUpTestDatabase();
let processes: Map<string, unknown>[] = [];

/** Goes on in one of the two processes, whose settings differ in what is given. */
function goOnIn(index: number, change: Partial<ReturnType<typeof settings>> = {}): void {
  const provided = settings();
  switchSingletons(processes[index] ?? new Map());
  provideSettings({ ...provided, ...change });
}

beforeAll(async () => {
  processes = [readSingletons(), new Map()];
  ({ sessionId: caller.sessionId } = await signInAs('support', ['support']));
});
afterAll(async () => {
  goOnIn(1);
  await pool().end();
  goOnIn(0);
});

const DIFFERENCE = [
  {
    name: 'RECONCILE_QUIET_MS',
    values: [
      { value: expect.stringMatching(/^(?:300000|60000)$/), processes: 1 },
      { value: expect.stringMatching(/^(?:300000|60000)$/), processes: 1 },
    ],
  },
];

it('processes with other send settings are noticed, logged once, counted and shown', async () => {
  const warn = vi.spyOn(log, 'warn').mockReturnValue();
  await compareSettings();
  goOnIn(1);
  await compareSettings();
  expect(await readDifferingSettings()).toEqual({ ok: true, value: [] });
  goOnIn(1, { RECONCILE_QUIET_MS: 60_000 });
  await compareSettings();
  await compareSettings();
  expect(warn.mock.calls).toEqual([[{ differences: DIFFERENCE }, expect.stringContaining('start all with the same')]]);
  expect(await readDifferingSettings()).toEqual({ ok: true, value: DIFFERENCE });
  goOnIn(0, { RECONCILE_QUIET_MS: 300_000 });
  await compareSettings();
  expect(warn).toHaveBeenCalledTimes(2);
  expect(await (await readStoredMetrics())?.metrics()).toContain('countersign_send_setting_versions 2');
});

it('the background work of all processes is shown, with what waits and what failed', async () => {
  const reported = [
    { name: 'reap', ageMs: 1_000, faults: 2, failuresInRow: 1 },
    { name: 'send 1', ageMs: 1_000, faults: 0, failuresInRow: 0 },
  ];
  await pool().query(`update console_processes set loops = $1`, [JSON.stringify(reported)]);
  const expected = [
    expect.objectContaining({ label: 'Send approved withdrawals', isFailing: false, waiting: 0 }),
    expect.objectContaining({ label: 'End claims whose process died', isFailing: true, faults: 4, waiting: 0 }),
  ];
  expect(await readWork()).toMatchObject({ ok: true, value: { processes: 2, work: expected } });
});

it('a process that has ended is forgotten', async () => {
  await pool().query(
    `update console_processes set seen_at = now() - interval '3 minutes' where send_settings ->> 'RECONCILE_QUIET_MS' = '60000'`,
  );
  expect(await readDifferingSettings()).toEqual({ ok: true, value: [] });
  expect(await (await readStoredMetrics())?.metrics()).toContain('countersign_send_setting_versions 1');
});
