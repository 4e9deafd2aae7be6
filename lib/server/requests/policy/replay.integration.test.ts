import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { as, caller } from '@/scripts/testing/people/caller';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { startSourceThread } from '@/scripts/testing/source-thread';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { failure, surely } from '@/scripts/testing/results';
import { filledForm } from '@/scripts/stack/filled-form';
import type { PolicyRule } from '@/lib/policy/rules';
import type { ReplayedRules } from '@/lib/policy/replay/replay';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { createRequest } from '@/lib/server/requests/creation/create';
import { replayPolicy, replayRequests } from '@/lib/server/requests/policy/replay';
import { startReplay } from '@/lib/server/requests/policy/start-replay';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

setUpTestConsole();
let [finance, admin, auditor]: [SignedIn, SignedIn, SignedIn] = [] as never;
const ids: Record<string, string> = {};
let version = 0;

const approve = (name: string, when: PolicyRule['when'], count: number): PolicyRule => ({
  name,
  when,
  then: { kind: 'approve', count },
});
const RULES = [approve('Ops', { profiles: ['p-ops'] }, 3), approve('All', {}, 1)];
// Requests from before this rule have no recipient among their facts.
const PAYEE = { network: 'ETHEREUM', address: '0x27b1fdb04752bbc536007a920d24acb045561c26' };
const thread = (rules: ReplayedRules) => startSourceThread('lib/policy/replay/replay-thread.ts', rules);
const start: typeof startReplay = (rules, signal) => startReplay(rules, signal, thread);
const startBroken: typeof startReplay = (rules, signal) =>
  startReplay(rules, signal, () => startSourceThread('scripts/testing/no-such-program.ts', rules));
const replay = (input: unknown, signal = new AbortController().signal) => replayPolicy(input, { signal, start });

async function make(name: string, change: Partial<WithdrawalForm>): Promise<void> {
  as(finance);
  const made = surely(
    await createRequest({
      formKey: randomUUID(),
      form: filledForm({ referenceId: `replay-${name}`, ...change }),
    }),
  );
  ids[name] = made.requestId;
}

beforeAll(async () => {
  finance = await signInAs('finance', ['finance']);
  admin = await signInAs('admin', ['admin']);
  auditor = await signInAs('auditor', ['auditor']);
  version = await putPolicyInForce();
  await make('old', { profileId: 'p-ops' });
  await make('new', { profileId: 'p-ops', value: '2' });
  await make('other', { profileId: 'p-treasury', value: '3', destinationAddress: PAYEE.address });
  await withoutTriggers(async (transaction) => {
    await transaction
      .update(withdrawalRequests)
      .set({ createdAt: sql`now() - interval '91 days'` })
      .where(eq(withdrawalRequests.id, ids.old ?? ''));
  });
});
beforeEach(() => as(admin));

describe('a replay of past requests', () => {
  it('says what the last 90 days, or all requests, would have needed', async () => {
    const answer = await replay({ rules: RULES, period: '90' });
    expect(answer).toEqual({
      ok: true,
      value: {
        count: 2,
        kept: [{ outcome: 'One approval', count: 1 }],
        changes: [
          { before: 'One approval', after: 'Three approvals', direction: 'more', count: 1, examples: [ids.new] },
        ],
        unreadable: 0,
        missing: { warnings: 0, 'paid before': 0, 'limits over time': 0 },
        version,
        period: '90',
        at: expect.any(String),
        isPartial: false,
        references: { [ids.new ?? '']: 'replay-new' },
      },
    });
    expect(
      await replay({ rules: [approve('Payee', { recipients: [PAYEE] }, 2), ...RULES], period: '90' }),
    ).toMatchObject({
      value: { changes: [{ after: 'Two approvals', count: 1, examples: [ids.other] }, { after: 'Three approvals' }] },
    });
    expect(await replay({ rules: RULES, period: 'all' })).toMatchObject({
      value: { count: 3, changes: [{ examples: [ids.new, ids.old] }] },
    });
  });

  it('counts a request with its newest version, whatever became of it', async () => {
    await withoutTriggers(async (transaction) => {
      const [row] = await transaction
        .select()
        .from(requestVersions)
        .where(eq(requestVersions.requestId, ids.other ?? ''));
      if (!row) throw new Error('the version must be there');
      const { position: _position, countsAt: _countsAt, asset: _asset, network: _network, ...rest } = row;
      await transaction.insert(requestVersions).values({
        ...rest,
        version: 2,
        formKey: randomUUID(),
        facts: { ...row.facts, profileId: 'P-OPS' },
      });
      await transaction
        .update(withdrawalRequests)
        .set({ version: 2, state: 'REJECTED' })
        .where(eq(withdrawalRequests.id, ids.other ?? ''));
    });
    expect(await replay({ rules: RULES, period: '90' })).toMatchObject({
      value: { count: 2, kept: [], changes: [{ count: 2, examples: [ids.other, ids.new] }] },
    });
    // The rejected one no longer waits; the one of 91 days ago does.
    expect(await replay({ rules: RULES, period: 'waiting' })).toMatchObject({
      value: { count: 2, changes: [{ before: 'One approval', after: 'Three approvals', count: 2 }] },
    });
  });

  it('is refused to people who may not change the policy, and without rules that could be proposed', async () => {
    for (const person of [finance, auditor]) {
      as(person);
      expect(await replay({ rules: RULES, period: '90' })).toMatchObject(failure('forbidden'));
    }
    caller.sessionId = undefined;
    expect(await replay({ rules: RULES, period: '90' })).toMatchObject({ error: { kind: 'signed-out' } });
    as(admin);
    for (const input of [
      undefined,
      { rules: RULES },
      { rules: RULES, period: '91' },
      { rules: [], period: '90' },
      { rules: [{ ...RULES[0], extra: 1 }], period: '90' },
      { rules: [approve('None', {}, 0)], period: 'all' },
    ])
      expect(await replay(input)).toMatchObject(failure('failed', { status: 422 }));
  });

  it('shows a reader of some profiles the requests of those alone', async () => {
    const reader = { ...admin.person, visibleProfiles: ['p-treasury'] };
    const options = { signal: new AbortController().signal, start };
    expect(await replayRequests(reader, { rules: RULES, period: 'all' }, options)).toMatchObject({
      count: 1,
      isPartial: true,
      references: { [ids.other ?? '']: 'replay-other' },
    });
  });

  it('ends with its reader, after its time, and with its thread, and the next one runs', async () => {
    const gone = AbortSignal.abort(new Error('gone'));
    expect(await replay({ rules: RULES, period: '90' }, gone)).toMatchObject({ error: { status: 499 } });
    const late = { signal: new AbortController().signal, start, timeoutMs: 0 };
    expect(await replayPolicy({ rules: RULES, period: '90' }, late)).toMatchObject({ error: { status: 504 } });
    const failing = { signal: new AbortController().signal, start: startBroken };
    await expect(replayPolicy({ rules: RULES, period: '90' }, failing)).rejects.toThrow(/no-such-program/);
    expect(await replay({ rules: RULES, period: '90' })).toMatchObject({ ok: true, value: { count: 2 } });
  });
});
