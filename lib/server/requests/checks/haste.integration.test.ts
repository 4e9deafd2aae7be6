import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { as } from '@/scripts/testing/people/caller';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { failure, surely } from '@/scripts/testing/results';
import { filledForm } from '@/scripts/stack/filled-form';
import { database, pool } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { decisions, hastyDecisions } from '@/lib/server/database/schema/decisions';
import { readStoredMetrics } from '@/lib/server/database/stored-metrics';
import { createRequest } from '@/lib/server/requests/creation/create';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { readHaste } from '@/lib/server/requests/checks/haste';
import { readRequest } from '@/lib/server/requests/lists/read';

setUpTestConsole();
let [finance, one, admin]: [SignedIn, SignedIn, SignedIn] = [] as never;

beforeAll(async () => {
  finance = await signInAs('finance', ['finance']);
  one = await signInAs('approver-one', ['approver']);
  admin = await signInAs('admin', ['admin']);
  await putPolicyInForce([{ name: 'One', when: {}, then: { kind: 'approve', count: 1 } }]);
});
beforeEach(async () => {
  await withoutTriggers(async (transaction) => {
    await transaction.delete(hastyDecisions);
    await transaction.update(decisions).set({ decidedAt: sql`now() - interval '1 hour'` });
  });
});

async function decide(shownMs?: unknown, verdict = 'REJECTED'): Promise<{ id: string; ok: boolean }> {
  as(finance);
  const made = surely(await createRequest({ formKey: randomUUID(), form: filledForm() }));
  const id = made.requestId;
  as(one);
  const { version, bodySha256 } = surely(await readRequest(id));
  const decision = { requestId: id, version, bodySha256, verdict, comment: 'a drill' };
  const { ok } = await decideOnRequest({ ...decision, ...(shownMs !== undefined && { shownMs }) });
  return { id, ok };
}

async function auditedOf(id: string): Promise<Record<string, unknown>> {
  const rows = await database()
    .select({ entry: auditLog.entry })
    .from(auditLog)
    .where(eq(auditLog.subject, `request:${id}`))
    .orderBy(asc(auditLog.seq));
  return (JSON.parse(rows.at(-1)?.entry ?? '{}') as { after: Record<string, unknown> }).after;
}

const hasteShownOf = async (id: string) => surely(await readRequest(id)).decisions.map(({ haste }) => haste);
const rows = () => database().select().from(hastyDecisions).orderBy(asc(hastyDecisions.id));

describe('a decision made in haste', () => {
  it('is counted where the browser showed the request for less than three seconds', async () => {
    const { id, ok } = await decide(2400, 'APPROVED');
    expect(ok).toBe(true);
    expect(await rows()).toMatchObject([
      { personId: one.person.id, subject: `request:${id}`, reason: 'shown-briefly', shownMs: 2400 },
    ]);
    expect(await auditedOf(id)).toMatchObject({ shownSecondsByBrowser: 2.4, haste: 'shown-briefly' });
    expect(await hasteShownOf(id)).toEqual(['shown-briefly']);
    const calm = await decide(65_432);
    expect(await auditedOf(calm.id)).toMatchObject({ shownSecondsByBrowser: 65.4 });
    expect(await auditedOf(calm.id)).not.toHaveProperty('haste');
    expect(await hasteShownOf(calm.id)).toEqual([null]);
    const silent = await decide();
    expect(await auditedOf(silent.id)).not.toHaveProperty('shownSecondsByBrowser');
    expect(await rows()).toHaveLength(1);
  });

  it('is counted from the eleventh within a minute, and recorded like any other', async () => {
    for (let number = 1; number <= 10; number += 1) expect((await decide(10_000)).ok).toBe(true);
    expect(await rows()).toEqual([]);
    const { id, ok } = await decide(10_000);
    expect(ok).toBe(true);
    expect(await rows()).toMatchObject([{ subject: `request:${id}`, reason: 'many-in-a-minute', shownMs: 10_000 }]);
    expect(await auditedOf(id)).toMatchObject({ state: 'REJECTED', haste: 'many-in-a-minute' });
  });

  it('is not recorded with a time that no browser measures: then nothing is decided', async () => {
    for (const wrong of [-1, 0.5, 86_400_001, '3', null]) expect((await decide(wrong)).ok).toBe(false);
    expect(await rows()).toEqual([]);
  });

  it('is shown to administrators by person, and counted in the metrics', async () => {
    await decide(100);
    await decide(200);
    as(admin);
    expect(await readHaste()).toMatchObject({
      value: [{ name: 'approver-one', shownBriefly: 2, manyInAMinute: 0, lastAt: expect.stringMatching(/Z$/) }],
    });
    as(one);
    expect(await readHaste()).toMatchObject(failure('forbidden'));
    const text = await (await readStoredMetrics())?.metrics();
    expect(text).toContain('countersign_hasty_decisions_total{reason="shown-briefly"} 2');
    expect(text).toContain('countersign_hasty_decisions_total{reason="many-in-a-minute"} 0');
  });

  it('can be neither changed nor deleted', async () => {
    await decide(100);
    for (const change of ['delete from hasty_decisions', 'update hasty_decisions set shown_ms = 9000'])
      await expect(pool().query(change)).rejects.toThrow(/append-only|change/);
  });
});
