import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { caller } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, signInAs } from '@/scripts/testing/test-process';
import { pool } from '@/lib/server/database/client';
import { readFromService } from '@/lib/server/mirror/sync/live-lookup';
import type { TermCheck } from '@/lib/search/lookup/bulk-lookup';
import { refreshTransfer } from '@/lib/server/transfers/read';
import { readTransferDetail } from '@/lib/server/transfers/detail';
import { readSearchTerm } from '@/lib/search/search-terms';
import { startForTest } from '@/sandbox/testing/start-for-test';
import { clearMirror } from '@/scripts/testing/mirror/mirror-records';
import { failure } from '@/scripts/testing/results';

const running = setUpTestConsole();
beforeEach(async () => {
  await clearMirror();
  ({ sessionId: caller.sessionId } = await signInAs('support', ['support']));
});
afterEach(() => fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'DELETE' }));

const create = async () => (await running.sandbox.api.create({ ref_id: `live-${randomUUID()}` })).body;
const mirrored = async (id: string) => {
  const detail = await readTransferDetail(id);
  return detail.ok ? detail.value.mirrored : undefined;
};
const ask = async (texts: readonly string[]) =>
  [
    ...(
      await readFromService(
        texts.flatMap((text) => readSearchTerm(text) ?? []),
        4000,
      )
    ).values(),
  ] as TermCheck[];
async function readGets(): Promise<number> {
  const { requests } = await running.sandbox.api.inspect('stats');
  const byEnding = (requests as Record<string, Record<string, number>>).get ?? {};
  return Object.values(byEnding).reduce((sum, count) => sum + count, 0);
}
/** Counts the reads of single transfers at the sandbox while something runs. */
async function countGets(work: () => Promise<unknown>): Promise<number> {
  const before = await readGets();
  await work();
  return (await readGets()) - before;
}

describe('refreshing a transfer', () => {
  it('reads it from the service and stores what came', async () => {
    const { id, status } = await create();
    expect(await refreshTransfer(id)).toMatchObject({ ok: true, value: { transfer: { id, status } } });
    expect(await mirrored(id)).toMatchObject({ transfer: { id, status } });
    await running.sandbox.api.addFault({ on: 'get', kind: 'unknown-enums', match: { id } });
    expect(await refreshTransfer(id)).toMatchObject({ ok: true, value: { transfer: { status: 'UNDER_REVIEW' } } });
    expect(await mirrored(id)).toMatchObject({ transfer: { status: 'UNDER_REVIEW' }, history: [{}] });
  });

  it('leaves the copy as it is where the service fails, and says so', async () => {
    const { id } = await create();
    await refreshTransfer(id);
    await running.sandbox.api.addFault({ on: 'get', kind: 'error', status: 400 });
    expect(await refreshTransfer(id)).toMatchObject(failure('failed', { explanation: {} }));
    expect(await mirrored(id)).toMatchObject({ transfer: { id }, goneSince: null });
  });

  it('answers in time where the service does not, and stores the late answer', async () => {
    const { id } = await create();
    await running.sandbox.api.addFault({ on: 'get', kind: 'latency', ms: 6000, match: { id }, times: 1 });
    expect(await refreshTransfer(id)).toMatchObject(
      failure('failed', { status: 503, explanation: { title: 'The service did not answer in time' } }),
    );
    await vi.waitFor(async () => expect(await mirrored(id)).toMatchObject({ transfer: { id } }), 4000);
  });

  it('says that the service does not know an ID, and of one that no path can carry', async () => {
    for (const input of [randomUUID(), '', '..', 'a\0b', '\ud800', 'x'.repeat(500), undefined, { id: 1 }])
      expect(await refreshTransfer(input)).toMatchObject(failure('not-found'));
  });

  it('is limited for each person', async () => {
    changeSettings({ CONSOLE_LIMITS: 'normal' });
    await pool().query('truncate rate_limits');
    let answered = -1;
    let answer: Awaited<ReturnType<typeof refreshTransfer>>;
    // One more is allowed with every second that the calls take.
    do {
      answer = await refreshTransfer('..');
      answered += 1;
    } while (!answer.ok && answer.error.kind === 'not-found' && answered < 1000);
    expect(answered).toBeGreaterThanOrEqual(60);
    expect(answer).toMatchObject(failure('too-many'));
  });
});

describe('asking the service for several terms', () => {
  it('is answered for references by the whole list, and for IDs one by one', async () => {
    expect(await ask(['nowhere-1', randomUUID(), 'nowhere-2'])).toEqual(['answered', 'answered', 'answered']);
    expect(await ask([])).toEqual([]);
  });

  it('reads no more IDs than two seconds of the budget allow, and says which it left out', async () => {
    changeSettings({ TRANSFER_SERVICE_READS_PER_SECOND: 5 });
    const ids = Array.from({ length: 12 }, () => randomUUID());
    let checks: TermCheck[] = [];
    expect(await countGets(async () => (checks = await ask(['nowhere-1', ...ids])))).toBe(10);
    expect(checks).toEqual([
      'answered',
      ...ids.slice(0, 10).map(() => 'answered'),
      ...ids.slice(10).map(() => 'not-asked'),
    ]);
  });

  it('reads by ids where the service honours it, with the ID of each term', async () => {
    const filtering = await startForTest({ transfers: 300, filters: ['ids', 'ref_ids'] }, Date.now());
    changeSettings({
      TRANSFER_SERVICE_URL: filtering.url,
      TRANSFER_SERVICE_AUTH_URL: filtering.url,
      TRANSFER_SERVICE_READS_PER_SECOND: 100,
      TRANSFER_SERVICE_FILTERS: ['ids', 'ref_ids'],
    });
    try {
      const [old] = (await filtering.api.walk(300)).slice(-1);
      const texts = [String(old?.id).toUpperCase(), ...Array.from({ length: 150 }, () => randomUUID())];
      expect(new Set(await ask(texts))).toEqual(new Set(['answered']));
      expect(await mirrored(String(old?.id))).toMatchObject({ transfer: { id: old?.id } });
    } finally {
      await filtering.remove();
    }
  });

  it('is answered for nothing while the service fails', async () => {
    await running.sandbox.api.addFault({ on: 'any', kind: 'error', status: 400 });
    expect(await ask(['nowhere-1', randomUUID()])).toEqual(['failed', 'failed']);
  });

  it('is answered for what came in time while single reads are slow', async () => {
    const { id } = await create();
    await running.sandbox.api.addFault({ on: 'get', kind: 'latency', ms: 6000, match: { id }, times: 1 });
    expect(await ask(['nowhere-1', id])).toEqual(['answered', 'failed']);
  });
});
