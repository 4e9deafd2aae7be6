import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { SETTING_KINDS, SETTINGS, type SettingKind } from '@/lib/proposals/settings';
import { database, inTransaction } from '@/lib/server/database/client';
import { changeOf } from '@/lib/server/proposals/change-setting';
import { readSetting, readSettingVersions, type Setting } from '@/lib/server/settings/versions';
import { readProfileLists } from '@/lib/server/notifications/about-profiles';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInWith } from '@/scripts/testing/test-process';

setUpTestConsole({ CONSOLE_WORKERS: 'off' });

// All that a new list of two administrators takes besides its entry in SETTINGS and its editor.
const HOLIDAYS: Setting<string[]> = {
  kind: 'holidays' as SettingKind,
  schema: z.array(z.iso.date()),
  initial: [],
};
const holidaysChange = changeOf(HOLIDAYS, {
  isSame: (before, after) => before.join(' ') === after.join(' '),
  same: 'These days are already in the list.',
  outdated: (basedOn, current) => `Version ${current} replaced version ${basedOn}.`,
  findFault: async (days) => (days.includes('2026-02-29') ? 'There is no such day.' : undefined),
});

it('takes a definition to have another setting: versions, what was in force, and changes by two people', async () => {
  const { person } = await signInWith({ subject: 'admin', roles: ['admin'], email: 'admin@countersign.example' });
  await database().execute(sql`alter table setting_versions drop constraint setting_versions_kind`);
  expect(await readSetting(HOLIDAYS)).toEqual({ version: 0, value: [] });
  const payload = holidaysChange.payloadSchema.parse({ basedOn: 0, value: ['2026-12-25'] });
  expect(holidaysChange.payloadSchema.safeParse({ basedOn: 0, value: ['25 December'] }).success).toBe(false);
  const subject = 'holidays';
  expect(await holidaysChange.prepare({ subject, payload, person })).toEqual({ ok: true, value: payload });
  const apply = (value: string[], basedOn: number) =>
    inTransaction((transaction) =>
      holidaysChange.apply(transaction, {
        subject,
        payload: { basedOn, value },
        // The owner of the tables, who makes this change, needs no proposal.
        proposalId: null as unknown as string,
        confirmer: person,
      }),
    );
  expect(await apply(['2026-12-25'], 0)).toEqual({
    ok: true,
    value: { before: { version: 0, value: [] }, after: { version: 1, value: ['2026-12-25'] } },
  });
  expect(await apply(['2026-01-01'], 0)).toEqual({ ok: false, error: 'Version 1 replaced version 0.' });
  expect(await apply(['2026-02-29'], 1)).toEqual({ ok: false, error: 'There is no such day.' });
  expect(await holidaysChange.prepare({ subject, payload: { ...payload, basedOn: 1 }, person })).toEqual({
    ok: false,
    error: 'These days are already in the list.',
  });
  const versions = await readSettingVersions(HOLIDAYS, ({ version, value }) => ({ version, value }));
  expect(versions).toEqual([
    { version: 1, value: ['2026-12-25'] },
    { version: 0, value: [] },
  ]);
});

it('hides notices of a change from the same people as the change', async () => {
  const listsOf = await inTransaction((transaction) => readProfileLists(transaction, []));
  for (const kind of SETTING_KINDS) {
    const isForAll = listsOf({ subject: SETTINGS[kind].auditSubject, after: { kind, payload: {} } }).length === 0;
    expect([kind, isForAll]).toEqual([kind, SETTINGS[kind].visibleTo === 'everybody']);
  }
});
