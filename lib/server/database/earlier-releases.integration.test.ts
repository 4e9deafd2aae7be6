import { listRequestPage } from '@/lib/server/requests/lists/list';
import { ALL_REQUESTS } from '@/lib/requests/list/query';
import { readdirSync, readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startForTest } from '@/sandbox/testing/start-for-test';
import { verifyExport } from '@/scripts/audit/verify-export';
import { prepareDatabase } from '@/scripts/stack/postgres/console-role';
import { createTestDatabase, type TestDatabase } from '@/scripts/stack/postgres/test-database';
import { openPool } from '@/scripts/stack/postgres/test-pool';
import { caller } from '@/scripts/testing/people/caller';
import { loadDump, readLastMigration } from '@/scripts/testing/schemas/dump';
import { migrateTo } from '@/scripts/testing/schemas/migrate-to';
import { setUpSettings, signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import type { Role } from '@/lib/identity/roles';
import { exportAudit } from '@/lib/server/audit/export';
import type { AuditListPage } from '@/lib/audit/contract';
import { listAuditPage } from '@/lib/server/audit/read';
import { checkMigrations, ownsTables } from '@/lib/server/database/start-check';
import { pool } from '@/lib/server/database/client';
import { readStoredMetrics } from '@/lib/server/database/stored-metrics';
import { readAssets } from '@/lib/server/networks/registry';
import { readPolicy } from '@/lib/server/policy/read';
import { listConfirmable } from '@/lib/server/proposals/waiting';
import { exportRecipients } from '@/lib/server/recipients/export';
import { readOpenProposals } from '@/lib/server/recipients/view';
import { listBatches } from '@/lib/server/requests/bundles/list-batches';
import { readBatch } from '@/lib/server/requests/bundles/read-batch';
import { readQueue } from '@/lib/server/requests/lists/queue';
import { readRequest } from '@/lib/server/requests/lists/read';
import { reapSends } from '@/lib/server/sends/claim/claim';
import { listOrders, readOrder } from '@/lib/server/standing-orders/read';
import { readSendsOverview } from '@/lib/server/sends/overview';
import { watchAudit } from '@/lib/server/sends/watch-audit';
import { sendNext } from '@/lib/server/sends/worker';
import { exportTransfers } from '@/lib/server/transfers/export';

const SCHEMAS = 'scripts/testing/schemas';
const dumps = readdirSync(SCHEMAS).filter((name) => name.endsWith('.sql'));
/** Rows that never change: a migration may add columns to them, and nothing else. */
const HISTORY = {
  audit_log: 'seq, at, action, actor_id, subject, entry, hash',
  decisions: 'request_id, version, person_id, requester_id, body_sha256, verdict, comment, roles, decided_at',
  request_versions: 'request_id, version, body, body_sha256, note, recipient_key, policy_version, rule_number, facts',
  withdrawal_requests: 'id, ref_id, requester_id, version, state',
  sends: 'request_id, state, fence, posts, is_ambiguous, transfer_id, hold::text',
  send_attempts: 'request_id, fence, started_at, ended_at, reason',
  test_payment_confirmations: 'bundle_id, confirmed_by, comment, confirmed_at',
  recipients: 'id, state, name, network, address, memo, recipient_key',
} as const;

interface SentRequest {
  refId: string;
  id: string;
  /** State of the request and of its send, and the approvals, before anything was sent. */
  state: string;
  send: string | null;
  required: number;
  approvals: number;
}

const as = async (subject: string, roles: Role[]) => {
  ({ sessionId: caller.sessionId } = await signInAs(subject, roles));
};

const statesOf = (rows: readonly SentRequest[], key: 'state' | 'send') =>
  [...new Set(rows.map((row) => String(row[key])))].toSorted();

describe.each(dumps)('a database of the release %s, migrated to the newest', (dump) => {
  let test: TestDatabase;
  let owner: Pool;
  let databaseUrl = '';
  let sandbox: Awaited<ReturnType<typeof startForTest>>;
  let before: Record<string, unknown>;
  let earlier: SentRequest[] = [];

  beforeAll(async () => {
    test = await createTestDatabase({ isEmpty: true });
    const text = readFileSync(`${SCHEMAS}/${dump}`, 'utf8');
    await migrateTo(test.url, readLastMigration(text));
    owner = openPool({ connectionString: test.url });
    await loadDump(owner, text);
    before = await readHistory();
    earlier = await readSends();
    databaseUrl = await prepareDatabase(test.url);
    sandbox = await startForTest({ transfers: 0 }, Date.now());
  });
  setUpSettings(() => ({
    DATABASE_URL: databaseUrl,
    TRANSFER_SERVICE_URL: sandbox.url,
    TRANSFER_SERVICE_AUTH_URL: sandbox.url,
  }));
  beforeEach(() => as('admin', ['admin']));
  afterAll(async () => {
    await sandbox.remove();
    await owner.end();
    await test.drop();
  });

  async function readHistory(): Promise<Record<string, unknown>> {
    const entries = [];
    for (const [table, columns] of Object.entries(HISTORY)) {
      const { rows } = await owner.query<{ rows: number; hash: string }>(
        `select count(*)::int as rows, md5(string_agg(r::text, E'\\n' order by r::text)) as hash
         from (select ${columns} from ${table}) r`,
      );
      entries.push([table, rows[0]]);
    }
    return Object.fromEntries(entries);
  }

  async function readSends(): Promise<SentRequest[]> {
    const { rows } = await owner.query<SentRequest>(
      `select r.id, r.ref_id as "refId", r.state, s.state as send, v.required_approvals as required,
         (select count(distinct d.person_id)::int from decisions d where d.request_id = r.id and d.version = r.version
           and d.verdict = 'APPROVED' and d.person_id <> r.requester_id and v.required_role = any (d.roles)) as approvals
       from withdrawal_requests r join request_versions v on v.request_id = r.id and v.version = r.version
       left join sends s on s.request_id = r.id`,
    );
    return rows;
  }

  it('holds requests and sends in every state, so that this test shows something', () => {
    const requestStates = ['APPROVED', 'AWAITING_APPROVAL', 'CANCELLED', 'EXPIRED', 'REJECTED', 'SENT'];
    expect(statesOf(earlier, 'state')).toEqual(requestStates);
    expect(statesOf(earlier, 'send')).toEqual(['ACCEPTED', 'HOLD', 'QUEUED', 'REFUSED', 'SENDING', 'UNKNOWN', 'null']);
  });

  it('is current, and its history is what it was', async () => {
    expect(await checkMigrations(pool())).toBe('current');
    const after = await readHistory();
    // Signing in wrote to the audit log, which is verified below.
    expect({ ...after, audit_log: null }).toEqual({ ...before, audit_log: null });
  });

  it('gives the console’s role the rights that it needs and no more', async () => {
    expect(await ownsTables(pool())).toBe(false);
    const refused = await pool().query<{ table: string }>(
      `select relname as "table" from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
       and not has_table_privilege(oid, 'select')`,
    );
    expect(refused.rows).toEqual([]);
    for (const table of ['audit_log', 'decisions', 'request_versions', 'policy_versions'])
      await expect(pool().query(`delete from ${table}`)).rejects.toMatchObject({ code: '42501' });
  });

  it.each([
    ['finance', ['finance']],
    ['approverOne', ['approver']],
    ['support', ['support']],
    ['admin', ['admin']],
  ] as const)('is read by %s: every request, every list and every page', async (subject, roles) => {
    await as(subject, [...roles]);
    for (const { id, refId, state } of earlier) {
      const read = surely(await readRequest(id));
      expect(read).toMatchObject({ id, refId });
      // Whose time to decide has passed is shown as expired at once.
      if (state !== 'AWAITING_APPROVAL') expect(read.state).toBe(state);
    }
    surely(await listRequestPage({ query: ALL_REQUESTS }));
    surely(await readSendsOverview());
    surely(await readPolicy());
    surely(await readAssets());
    surely(await listConfirmable());
    surely(await readOpenProposals());
    for (const { id } of surely(await listBatches())) surely(await readBatch(id));
    const orders = surely(await listOrders());
    expect(orders).toHaveLength(3);
    for (const { id } of orders) surely(await readOrder(id));
    if (subject === 'approverOne') surely(await readQueue());
  });

  it('has an audit log that reads and verifies, with the entries of before as its beginning', async () => {
    let entries = 0;
    for (let next: string | null | undefined; next !== null;) {
      const page: AuditListPage = surely(await listAuditPage(new URLSearchParams(next ? { cursor: next } : {})));
      entries += page.items.length;
      next = page.nextCursor;
    }
    const stream = surely(await exportAudit());
    const verified = await verifyExport(stream);
    expect(verified).toMatchObject({ isValid: true, entries: entries + 1, firstSeq: 1 });
  });

  it.each(['csv', 'jsonl'])('exports its transfers as %s, and its address book', async (format) => {
    const { stream, rows } = surely(await exportTransfers(new URLSearchParams({ format })));
    expect(rows).toBeGreaterThan(0);
    expect((await new Response(stream).text()).split('\n').length).toBeGreaterThan(rows);
    const book = await new Response(surely(await exportRecipients())).text();
    expect(book.trim().split('\n').length).toBeGreaterThan(1);
  });

  it('answers for its metrics', async () => {
    const metrics = await readStoredMetrics();
    expect(await metrics?.metrics()).toContain('countersign_sends{state="HOLD"} 4');
  });

  it('raises no alarm about its accepted sends, which the audit log has', async () => {
    await watchAudit();
    const { rows } = await owner.query('select transfer_id, detail from transfer_alarms');
    expect(rows).toEqual([]);
  });

  it('sends nothing while sending is stopped, and afterwards only what has its approvals, once', async () => {
    await owner.query(`update sends set next_at = now() where state = 'QUEUED'`);
    expect(await sendNext()).toBe(0);
    await owner.query('update stop_switch set is_stopped = false');
    await owner.query(`update sends set lease_until = now() - interval '1 second' where state = 'SENDING'`);
    await reapSends();
    // A claim that holds a send sends nothing and takes a turn too.
    for (const { send } of earlier) if (send === 'QUEUED') await sendNext();
    for (const { refId, state, send, required, approvals } of earlier) {
      const isPermitted = state === 'APPROVED' && send === 'QUEUED' && approvals >= Math.max(1, required);
      const sent = Number(await sandbox.api.countByRefId(refId));
      expect(sent, `transfers of ${refId}`).toBeLessThanOrEqual(isPermitted ? 1 : 0);
    }
    const { rows } = await owner.query(`select state, next_at, posts from sends where state in ('QUEUED', 'SENDING')`);
    expect(rows).toEqual([]);
  });
});
