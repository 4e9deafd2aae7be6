import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { caller } from '@/scripts/testing/people/caller';
import { switchSingletons } from '@/scripts/testing/singletons';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import { filledForm } from '@/scripts/stack/filled-form';
import { ok } from '@/lib/result';
import { measureAction } from '@/lib/server/observability/measure-action';
import { provideSettings } from '@/lib/server/config/settings';
import { database, pool } from '@/lib/server/database/client';
import { policyVersions } from '@/lib/server/database/policy-versions';
import { renderMetrics } from '@/lib/server/metrics';
import { readerPool } from '@/lib/server/database/query/reader-pool';
import { watchRequests } from '@/lib/server/observability/http-metrics';
import { createRequest } from '@/lib/server/requests/creation/create';
import { sendNext } from '@/lib/server/sends/worker';
import { STORED } from '@/lib/server/database/stored-metrics';
import { readTransfer } from '@/lib/server/transfers/read';
import type { PolicyRule } from '@/lib/policy/rules';
import type { Person } from '@/lib/server/auth/sessions';

const running = setUpTestConsole();
let approver: Person;
let server: Server;
let address: string;

beforeAll(async () => {
  const rules: PolicyRule[] = [{ name: 'One approval', when: {}, then: { kind: 'approve', count: 1 } }];
  await database()
    .insert(policyVersions)
    .values({ version: sql`(select max(version) + 1 from policy_versions)`, rules });
  ({ person: approver } = await signInAs('approver-one', ['approver']));
  ({ sessionId: caller.sessionId } = await signInAs('finance', ['finance']));
  server = createServer((request, response) => {
    response.statusCode = request.url?.includes('missing') ? 404 : 200;
    response.end('x');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
});

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

async function read(): Promise<Sample[]> {
  const rendered = await renderMetrics();
  return [...rendered.text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', labels = '', value]) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [key, text])),
    value: Number(value),
  }));
}

const valueOf = async (name: string, labels: Record<string, string> = {}) =>
  (await read()).find(
    (sample) => sample.name === name && Object.entries(labels).every(([key, text]) => sample.labels[key] === text),
  )?.value;

const answered = (labels: Record<string, string>) => valueOf('countersign_http_requests_total', labels);

async function makeSend(): Promise<string> {
  const made = surely(await createRequest({ formKey: randomUUID(), form: filledForm() }));
  await approveRequest(made.requestId, approver);
  return made.requestId;
}

const setSend = (requestId: string, change: string) =>
  pool().query(`update sends set ${change} where request_id = $1`, [requestId]);

describe('metrics of sends', () => {
  it('say how many there are, how old the oldest is, and how long a doubt has not been looked into', async () => {
    const [first, second] = [await makeSend(), await makeSend()];
    expect(await valueOf('countersign_reconciliation_age_seconds')).toBe(0);
    expect(await valueOf('countersign_sends_oldest_age_seconds', { state: 'UNKNOWN' })).toBe(0);
    await setSend(first, `state = 'UNKNOWN', updated_at = now() - interval '2 hours'`);
    await setSend(second, `updated_at = now() - interval '1 hour'`);
    expect(await valueOf('countersign_sends', { state: 'UNKNOWN' })).toBe(1);
    expect(await valueOf('countersign_sends', { state: 'HOLD' })).toBe(0);
    expect(await valueOf('countersign_sends_oldest_age_seconds', { state: 'UNKNOWN' })).toBeGreaterThanOrEqual(7200);
    expect(await valueOf('countersign_reconciliation_age_seconds')).toBeGreaterThanOrEqual(7200);
    expect(await valueOf('countersign_sends_oldest_age_seconds', { state: 'QUEUED' })).toBeGreaterThanOrEqual(3600);
    // A doubt is as old as the attempt that it came from, however often it was looked into since.
    await pool().query(
      `insert into send_attempts (request_id, fence, ended_at) values ($1, 1, now() - interval '3 hours')`,
      [first],
    );
    expect(await valueOf('countersign_sends_oldest_age_seconds', { state: 'UNKNOWN' })).toBeGreaterThanOrEqual(10_800);
    await setSend(first, `state = 'HOLD'`);
    expect(await valueOf('countersign_reconciliation_age_seconds')).toBe(0);
    await setSend(second, `next_at = now() - interval '1 day'`);
    await sendNext();
    expect(await valueOf('countersign_sends', { state: 'ACCEPTED' })).toBe(1);
    expect(await valueOf('countersign_sends', { state: 'REFUSED' })).toBe(0);
    expect(await valueOf('countersign_send_attempts_total', { state: 'ACCEPTED', reason: 'accepted' })).toBe(1);
    expect(await valueOf('countersign_service_calls_total', { operation: 'create', status: '200' })).toBe(1);
    expect(await valueOf('countersign_service_token_age_seconds')).toBeGreaterThanOrEqual(0);
  });

  it('are found by indexes, however many are over', async () => {
    const client = await pool().connect();
    await client.query('set enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${STORED}`, [15]);
    client.release(true);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/sends_open[^]*sends_alarm/);
    expect(plan).not.toMatch(/Seq Scan on (?:sends|sessions|audit_log)/);
  });

  it('say that sending is stopped, also where nobody can tell', async () => {
    expect(await valueOf('countersign_sending_stopped')).toBe(0);
    await pool().query('update stop_switch set is_stopped = true');
    expect(await valueOf('countersign_sending_stopped')).toBe(1);
  });
});

describe('metrics of calls', () => {
  it('count requests by route, and nothing that was asked for', async () => {
    watchRequests();
    watchRequests();
    for (const path of [
      '/withdrawals/canary-7f3a?q=canary-7f3a',
      '/api/transfers/missing',
      '/canary-7f3a',
      '/withdrawals/canary-7f3a',
    ])
      await (await fetch(address + path)).text();
    await (await fetch(`${address}/withdrawals/new`, { method: 'POST', body: 'x' })).text();
    await (await fetch(`${address}/withdrawals/new`, { method: 'DELETE' })).text();
    await vi.waitFor(async () => expect(await valueOf('countersign_http_requests_in_progress')).toBe(0));
    expect(await answered({ route: '/withdrawals/[id]', method: 'GET', status: '200' })).toBe(2);
    expect(await answered({ route: '/api/transfers/[id]', method: 'GET', status: '404' })).toBe(1);
    expect(await answered({ route: 'other', method: 'GET', status: '200' })).toBe(1);
    expect(await answered({ route: '/withdrawals/new', method: 'POST', status: '200' })).toBe(1);
    expect(await answered({ route: '/withdrawals/new', method: 'other', status: '200' })).toBe(1);
    expect((await renderMetrics()).text).not.toContain('canary-7f3a');
  });

  it('count actions by what became of them', async () => {
    expect(await measureAction('approve', () => Promise.resolve(ok(1)))).toEqual({ ok: true, value: 1 });
    await measureAction('approve', () => Promise.resolve({ ok: false, error: { kind: 'forbidden' } }));
    await measureAction('approve', () => Promise.resolve({ ok: false, error: { kind: '1f6b2c1e-aaaa' } }));
    await expect(measureAction('approve', () => Promise.reject(new Error('x')))).rejects.toThrow('x');
    const outcomes = (await read()).filter(
      ({ name, labels }) => name === 'countersign_actions_total' && labels.action === 'approve',
    );
    expect(outcomes.map(({ labels, value }) => [labels.outcome, value])).toEqual([
      ['ok', 1],
      ['forbidden', 1],
      ['other', 1],
      ['thrown', 1],
    ]);
  });

  it('count calls to the service by operation and status', async () => {
    await readTransfer('nobody-has-it');
    expect(await valueOf('countersign_service_calls_total', { operation: 'get', status: '404' })).toBe(1);
    expect(await valueOf('countersign_service_call_duration_seconds_count', { operation: 'get' })).toBe(1);
  });

  it('count queries that fail by what kind of thing went wrong', async () => {
    await database()
      .execute(sql`select ${'x'}::int`)
      .catch(() => undefined);
    expect(await valueOf('countersign_database_errors_total', { kind: 'data' })).toBe(1);
  });
});

describe('all metrics', () => {
  it('are read once for all who ask at the same time', async () => {
    const samples = await Promise.all(Array.from({ length: 20 }, read));
    expect(samples.map((each) => each.find(({ name }) => name === 'countersign_database_up')?.value)).toEqual(
      Array.from({ length: 20 }, () => 1),
    );
  });

  it('have labels of closed sets, and names that say their unit', async () => {
    const ours = (await read()).filter(({ name }) => name.startsWith('countersign_'));
    expect(new Set(ours.map(({ name }) => name)).size).toBeGreaterThan(30);
    for (const { name, labels } of ours) {
      expect(name).toMatch(/^countersign_[a-z]+(?:_[a-z]+)*$/);
      expect(name).not.toMatch(/_(?:ms|millis|minutes|kb|count_total)$/);
      // Nothing that looks like an id, a reference, a token or an address.
      for (const value of Object.values(labels))
        expect(value).toMatch(/^(?:[a-zA-Z/_.[\] -]{0,50}|[0-9.+Inf]{1,7}|\d+\.\d+\.\d+|send \d)$/);
    }
  });

  it('leave out what the database knows where it is gone, and say so', async () => {
    await readerPool().end();
    await pool().end();
    const gone = { ...running.settings, DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:1/none' };
    // A process of its own, as far as modules know.
    switchSingletons(new Map());
    provideSettings(gone);
    const samples = await read();
    expect(samples.find(({ name }) => name === 'countersign_database_up')?.value).toBe(0);
    expect(samples.some(({ name }) => name === 'countersign_sends')).toBe(false);
    expect(samples.some(({ name }) => name === 'countersign_http_requests_in_progress')).toBe(true);
    expect((await renderMetrics()).text).not.toMatch(/nobody:nothing/);
  });
});
