import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { as, caller } from '@/scripts/testing/people/caller';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import { type AuditEntry, type AuditLine, CHAIN_START, hashedText } from '@/lib/audit/audit-log';
import { appendAudit } from '@/lib/server/database/append-audit';
import { exportAudit } from '@/lib/server/audit/export';
import { listAuditPage } from '@/lib/server/audit/read';
import { database, inTransaction } from '@/lib/server/database/client';
import { auditHead, auditLog } from '@/lib/server/database/schema/audit';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { addDays } from '@/lib/time/first-moment';
import { dayIn } from '@/lib/time/time-zone';

setUpTestConsole();
let [admin, finance]: [SignedIn, SignedIn] = [] as never;

beforeAll(async () => {
  admin = await signInAs('admin', ['admin']);
  finance = await signInAs('finance', ['finance']);
});
beforeEach(() => {
  as(admin);
});

const entry = (subject: string, change: Partial<AuditEntry> = {}): AuditEntry => ({
  action: 'policy.changed',
  actor: null,
  subject,
  origin: null,
  ...change,
});
const append = (written: AuditEntry) => inTransaction((transaction) => appendAudit(transaction, written));

const readPage = async (filter: Record<string, string>) => surely(await listAuditPage(new URLSearchParams(filter)));

const countNarrow = async (filter: Record<string, string>) =>
  (await readPage({ subject: 'narrow', ...filter })).items.length;

async function exportAll(): Promise<AuditLine[]> {
  const exported = surely(await exportAudit());
  const text = await new Response(exported).text();
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditLine);
}

/** Returns the number of the first entry that breaks the chain; undefined where the chain holds. */
async function findBreak(lines: readonly AuditLine[]): Promise<number | undefined> {
  let before = CHAIN_START;
  for (const [index, line] of lines.entries()) {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(hashedText(before, line)));
    if (line.seq !== index + 1 || Buffer.from(digest).toString('hex') !== line.hash) return line.seq;
    before = line.hash;
  }
  return undefined;
}

const appendOne = (index: number) =>
  inTransaction(async (transaction) => {
    await appendAudit(transaction, entry(`many:${index}`, { reason: 'Żółć 🜚 “quoted” \u0000 \n' }));
    if (index % 3 === 0) throw new Error('rolled back on purpose');
  });

describe('the hash chain', () => {
  it('holds through many concurrent appends, some of which roll back', async () => {
    const first = await database().$count(auditLog);
    // As many at once as the pool has connections, so that none waits until it is turned away.
    const lanes = Array.from({ length: 20 }, async (_, lane) => {
      for (let index = lane; index < 300; index += 20)
        await appendOne(index).catch(({ message }: Error) => expect(message).toContain('on purpose'));
    });
    await Promise.all(lanes);
    expect(await database().$count(auditLog)).toBe(first + 200);
    const lines = await exportAll();
    expect(lines).toHaveLength(first + 201);
    expect(await findBreak(lines)).toBeUndefined();
    const [head] = await database().select().from(auditHead);
    expect(head).toMatchObject({ seq: lines.length, hash: lines.at(-1)?.hash });
  });

  it('shows changes made outside the console', async () => {
    await append(entry('one'));
    await append(entry('two', { reason: 'two' }));
    const before = await exportAll();
    const changed = before.length - 1;
    // Only an owner of the table who disables its triggers can do this.
    await database().transaction(async (transaction) => {
      await transaction.execute(sql`alter table audit_log disable trigger audit_log_append_only`);
      await transaction.execute(
        sql`update audit_log set entry = replace(entry, '"reason":"two"', '"reason":"2"') where seq = ${changed}`,
      );
      await transaction.execute(sql`alter table audit_log enable trigger audit_log_append_only`);
    });
    expect(await findBreak(await exportAll())).toBe(changed);
    await database().transaction(async (transaction) => {
      await transaction.execute(sql`alter table audit_log disable trigger audit_log_append_only`);
      await transaction.execute(
        sql`update audit_log set entry = replace(entry, '"reason":"2"', '"reason":"two"') where seq = ${changed}`,
      );
      await transaction.execute(sql`alter table audit_log enable trigger audit_log_append_only`);
    });
    expect(await findBreak(await exportAll())).toBeUndefined();
  });

  it.each(['update audit_log set action = action', 'delete from audit_log', 'truncate audit_log'])(
    'the database refuses: %s',
    async (statement) => {
      const rows = await database().$count(auditLog);
      await expect(database().execute(sql.raw(statement))).rejects.toMatchObject({ code: '42501' });
      expect(await database().$count(auditLog)).toBe(rows);
    },
  );
});

describe('reading the log', () => {
  it('gives page by page, newest first, without a gap or a repeat', async () => {
    for (let index = 0; index < 120; index += 1) await append(entry('paged'));
    const seen: number[] = [];
    let next: string | null = null;
    do {
      const page = await readPage({ subject: 'paged', ...(next !== null && { cursor: next }) });
      expect(page.items.length).toBeLessThanOrEqual(50);
      seen.push(...page.items.map(({ seq }) => seq));
      next = page.nextCursor;
    } while (next !== null);
    expect(seen).toHaveLength(120);
    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a));
  });

  it('filters by action, person, subject and day', async () => {
    await append(entry('narrow', { action: 'sending.stopped', actor: { id: admin.person.id, name: 'admin' } }));
    expect(await countNarrow({})).toBe(1);
    expect([await countNarrow({ action: 'sending.stopped' }), await countNarrow({ action: 'policy.changed' })]).toEqual(
      [1, 0],
    );
    expect([await countNarrow({ person: admin.person.id }), await countNarrow({ person: finance.person.id })]).toEqual([
      1, 0,
    ]);
    expect([
      await countNarrow({ from: '2020-01-01', to: '9999-12-31' }),
      await countNarrow({ to: '2020-01-01' }),
    ]).toEqual([1, 0]);
    // Values that cannot be read are ignored.
    expect(await countNarrow({ action: 'no such thing', person: 'x', from: 'yesterday', limit: '-1' })).toBe(1);
    // No entries are after a cursor that cannot be read.
    expect(await countNarrow({ cursor: 'x' })).toBe(0);
  });

  it('counts days in UTC, and moments with their offset', async () => {
    await append(entry('timed'));
    const { at = '' } = (await readPage({ subject: 'timed' })).items[0] ?? {};
    const found = async (filter: Record<string, string>) =>
      (await readPage({ subject: 'timed', ...filter })).items.length;
    const day = dayIn('UTC', new Date(at));
    expect([await found({ from: day, to: day }), await found({ from: addDays(day, 1) })]).toEqual([1, 0]);
    const [start, end] = [`${day}T00:00:00+00:00`, `${day}T23:59:59.999999+00:00`];
    expect([await found({ from: start, to: end }), await found({ to: start })]).toEqual([1, 0]);
    // The first and the last day that can be named, where they begin and end outside of what PostgreSQL can write.
    expect(await found({ from: '0001-01-01', to: '9999-12-31' })).toBe(1);
  });

  it('finds a request by its reference, and gives the reference', async () => {
    const row = {
      refId: 'ref-audit',
      requesterId: finance.person.id,
      state: 'CANCELLED',
      expiresAt: new Date(),
    } as const;
    const [request] = await withoutTriggers((transaction) =>
      transaction.insert(withdrawalRequests).values(row).returning({ id: withdrawalRequests.id }),
    );
    await append(entry(`request:${request?.id}`, { action: 'request.made' }));
    await append(entry('request:no-such-id', { action: 'request.refused' }));
    expect((await readPage({ subject: 'ref-audit' })).items).toMatchObject([
      { refId: 'ref-audit', entry: { action: 'request.made' } },
    ]);
    expect((await readPage({ subject: 'no-such-id' })).items).toMatchObject([{ refId: null }]);
  });

  it('is for administrators and auditors; others are denied, and that is recorded', async () => {
    caller.sessionId = (await signInAs('auditor', ['auditor'])).sessionId;
    expect((await readPage({})).items).not.toHaveLength(0);
    as(finance);
    expect(await listAuditPage(new URLSearchParams())).toMatchObject({
      error: { kind: 'forbidden', reason: 'Only administrators and auditors can read the audit log.' },
    });
    expect(await exportAudit()).toMatchObject({ error: { kind: 'forbidden' } });
    as(admin);
    const { items } = await readPage({ action: 'access.refused', person: finance.person.id });
    // The second one within a minute is only counted (lib/server/auth/denied-attempts.integration.test.ts).
    expect(items).toHaveLength(1);
    caller.sessionId = undefined;
    expect(await exportAudit()).toMatchObject({ error: { kind: 'signed-out' } });
  });

  it('records an export, which is its own last line', async () => {
    const last = (await exportAll()).at(-1);
    expect(JSON.parse(last?.entry ?? '')).toMatchObject({ action: 'audit.exported', actor: { name: 'admin' } });
  });
});
