import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readHead, verifyExport } from '@/scripts/audit/verify-export';
import { as } from '@/scripts/testing/people/caller';
import { addCast, addWithdrawal, type Cast } from '@/scripts/testing/data/withdrawals';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import type { AuditEntry } from '@/lib/audit/audit-log';
import type { SendOutcome } from '@/lib/sends/send-machine';
import { exportAudit } from '@/lib/server/audit/export';
import { logAuditHead } from '@/lib/server/audit/head-log';
import { listAuditPage } from '@/lib/server/audit/read';
import { appendAudit, appendAudits } from '@/lib/server/database/append-audit';
import { inTransaction, pool } from '@/lib/server/database/client';
import { readStoredMetrics } from '@/lib/server/database/stored-metrics';
import { log } from '@/lib/server/observability/log';
import { claimSend } from '@/lib/server/sends/claim/claim';
import { recordOutcome } from '@/lib/server/sends/record';

setUpTestConsole();
let admin: Awaited<ReturnType<typeof signInAs>>;
let cast: Cast;

beforeAll(async () => {
  admin = await signInAs('admin', ['admin']);
  cast = await addCast(pool());
});
beforeEach(() => {
  as(admin);
});

const HOSTILE = `\uD800 lone, \0 null, "quotes" \\u0000, {"action":"session.opened"}, ${'x'.repeat(1_000_000)}`;

function nest(levels: number): unknown {
  let value: unknown = 'bottom';
  for (let level = 0; level < levels; level += 1) value = { deeper: value };
  return value;
}

async function exportAll(): Promise<string> {
  const exported = surely(await exportAudit());
  return new Response(exported).text();
}

const verify = (text: string, ...heads: string[]) =>
  verifyExport(
    new Blob([text]).stream(),
    heads.map(readHead).filter((head) => head !== undefined),
  );

async function readHeadRow(): Promise<{ seq: string; hash: string }> {
  const { rows } = await pool().query<{ seq: string; hash: string }>('select seq::text, hash from audit_head');
  if (!rows[0]) throw new Error('the head must be there');
  return rows[0];
}

/** Appends a row as SQL with the console's role could: with a hash that fits, and columns of its own. */
const insertRow = (columns: { action: string; actorId: string | null; subject: string }, entry: string) =>
  pool().query(
    `with head as (select seq + 1 as seq, hash from audit_head),
     line as (
       select seq, now() as at, encode(sha256(convert_to(hash || E'\\n' || seq || E'\\n' ||
         to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || E'\\n' || $4, 'UTF8')), 'hex') as hash
       from head
     ), moved as (update audit_head set seq = line.seq, hash = line.hash from line)
     insert into audit_log (seq, at, action, actor_id, subject, entry, hash)
     select seq, at, $1, $2::uuid, $3, $4, hash from line`,
    [columns.action, columns.actorId, columns.subject, entry],
  );

// Before the others, which append megabytes.
describe('a log that was cut off or rewritten', () => {
  it('fails against a head that the log and the metrics have shown', async () => {
    for (const subject of ['one', 'two'])
      await inTransaction((transaction) =>
        appendAudit(transaction, { action: 'session.opened', actor: null, subject, origin: null }),
      );
    const info = vi.spyOn(log, 'info');
    await logAuditHead();
    const { seq, hash } = await readHeadRow();
    expect(info).toHaveBeenCalledWith({ auditHead: `${seq}:${hash}` }, 'head of the audit log');
    const metrics = (await (await readStoredMetrics())?.metrics()) ?? '';
    const metric = Number(/^countersign_audit_head (\S+)$/m.exec(metrics)?.[1]);
    expect(metrics).toContain(`countersign_audit_sequence ${seq}\n`);
    const digits = metric.toString(16).padStart(12, '0');
    expect(hash.startsWith(digits)).toBe(true);

    const whole = await exportAll();
    for (const head of [`${seq}:${hash}`, `${seq}:${digits}`])
      expect(await verify(whole, head)).toMatchObject({ isValid: true });
    const kept = whole
      .trimEnd()
      .split('\n')
      .slice(0, Number(seq) - 1);
    expect(await verify(`${kept.join('\n')}\n`, `${seq}:${hash}`)).toMatchObject({
      isValid: false,
      reason: expect.stringContaining('later entries are missing'),
    });
  });
});

describe('columns that differ from their entry', () => {
  const actorId = randomUUID();
  const columns = { action: 'policy.changed', actorId, subject: 'policy' };
  const text = `{"action":"policy.changed","subject":"policy","actor":{"id":"${actorId}","name":"Ann"},"origin":null}`;

  it.each([
    ['action', { action: 'session.opened' }],
    ['actor', { actorId: randomUUID() }],
    ['missing actor', { actorId: null }],
    ['subject', { subject: 'sending' }],
  ])('are refused by the database: another %s', async (_what, change) => {
    const before = await readHeadRow();
    await expect(insertRow({ ...columns, ...change }, text)).rejects.toMatchObject({ constraint: 'audit_log_columns' });
    expect(await readHeadRow()).toEqual(before);
  });

  it('are shown on the page and found by verification where a member stands in the entry twice', async () => {
    await insertRow(columns, text.replace('"origin":null', '"origin":null,"subject":"sending"'));
    const page = await listAuditPage(new URLSearchParams({ q: 'policy' }));
    expect(page).toMatchObject({ value: { items: [{ isTied: false, entry: { subject: 'sending' } }] } });
    expect(await verify(await exportAll())).toMatchObject({
      isValid: false,
      reason: expect.stringContaining('differ from the entry itself'),
    });
    // For the tests that follow: as an owner of the table could.
    await pool().query(`alter table audit_log disable trigger user`);
    await pool().query(`delete from audit_log where action = 'policy.changed' or action = 'audit.exported'`);
    await pool().query(
      `update audit_head set (seq, hash) = (select seq, hash from audit_log order by seq desc limit 1)`,
    );
    await pool().query(`alter table audit_log enable trigger user`);
    expect(await verify(await exportAll())).toMatchObject({ isValid: true });
  });
});

describe('texts of others', () => {
  const hostile: AuditEntry = {
    action: 'request.refused',
    actor: { id: randomUUID(), name: HOSTILE },
    subject: `request:${HOSTILE}`,
    origin: { address: null, agent: HOSTILE },
    before: nest(20_000),
    after: { [HOSTILE]: [HOSTILE] },
    reason: HOSTILE,
  };

  it('never keep an entry from being written, alone or with others', async () => {
    await inTransaction((transaction) => appendAudit(transaction, hostile));
    await inTransaction((transaction) => appendAudits(transaction, [hostile, { ...hostile, actor: null }]));
    expect(await verify(await exportAll())).toMatchObject({ isValid: true });
    // PostgreSQL reads what was written, too.
    const { rows } = await pool().query(
      `select entry::jsonb -> 'actor' ->> 'name' as name from audit_log where action = 'request.refused'`,
    );
    expect(rows).toHaveLength(3);
  });

  it('never roll back the record of a send', async () => {
    for (const state of ['ACCEPTED', 'UNKNOWN', 'HOLD'] as const) {
      const { id } = await addWithdrawal(pool(), cast, 1, { isApproved: true });
      await pool().query(
        `update sends set next_at = now() + interval '1 day' where request_id <> $1 and state = 'QUEUED'`,
        [id],
      );
      const claim = await claimSend();
      if (claim?.requestId !== id) throw new Error('the send must be claimed');
      await recordOutcome(claim, outcomeOf(state));
      const { rows } = await pool().query(`select state from sends where request_id = $1`, [id]);
      expect(rows).toEqual([{ state }]);
    }
    expect(await verify(await exportAll())).toMatchObject({ isValid: true });
  });
});

/** An outcome whose every text comes from a hostile service. */
function outcomeOf(state: 'ACCEPTED' | 'UNKNOWN' | 'HOLD'): SendOutcome {
  const transfer = { id: `t-${randomUUID()}`, memo: HOSTILE, reasons: nest(500) } as unknown as SendOutcome['transfer'];
  const shared = { isAmbiguous: state !== 'ACCEPTED', isPost: true, cause: HOSTILE };
  if (state === 'ACCEPTED') return { state, reason: 'accepted', ...shared, ...(transfer && { transfer }) };
  if (state === 'UNKNOWN')
    return { state, reason: 'answer-differs', answeredId: HOSTILE, differences: [HOSTILE], ...shared };
  const hold = { kind: 'differs', transferId: HOSTILE, differences: [HOSTILE, 'amount'] } as const;
  return { state, reason: 'existing-differs', hold, ...shared };
}
