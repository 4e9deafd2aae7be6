import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ACTION_ROWS, INVALID_INPUT, PUBLIC_ACTIONS } from '@/e2e/access-control/action-table';
import { PAGE_ROWS, ROUTE_ROWS } from '@/e2e/access-control/route-table';
import { VISITORS, type Visitor } from '@/e2e/access-control/people';
import { addEntryProposal, type World } from '@/e2e/access-control/world';
import { filledForm } from '@/scripts/stack/filled-form';
import { caller } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { ROUTE_PATTERNS } from '@/lib/http/route-patterns';
import type { Result } from '@/lib/result';
import { pool } from '@/lib/server/database/client';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { readBatchProgress } from '@/lib/server/requests/bundles/progress';

type Outcome = Result<unknown, { kind: string }>;
type Action = (input: unknown) => Promise<Outcome>;

setUpTestConsole();
const actions = new Map<string, Action>();
const sessions = new Map<Visitor | 'other', string | undefined>([['nobody', undefined]]);
let world: World;

/** Loads every server action of the console by its exported name. */
async function loadActions(): Promise<void> {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  for (const file of files.map((name) => path.resolve('app', name)))
    if (readFileSync(file, 'utf8').startsWith("'use server';"))
      for (const [name, action] of Object.entries((await import(file)) as Record<string, Action>))
        actions.set(name, action);
}

function act(who: Visitor | 'other', name: string, input: unknown): Promise<Outcome> {
  const action = actions.get(name);
  if (!action) throw new Error(`There is no action ${name}.`);
  caller.sessionId = sessions.get(who);
  return action(input);
}

async function succeed<Value>(outcome: Promise<Result<Value, unknown>>): Promise<Value> {
  const result = await outcome;
  if (!result.ok) throw new Error(`this must succeed: ${JSON.stringify(result.error)}`);
  return result.value;
}

/** Creates what another person with the role finance has: a request, a batch, a proposal and a view. */
async function createWorld(): Promise<World> {
  const [formKey, batchKey, view] = [randomUUID(), randomUUID(), 'View of another person'];
  const create = <Value>(name: string, input: unknown) =>
    succeed(act('other', name, input) as Promise<Result<Value, unknown>>);
  const form = { formKey, form: filledForm() };
  const { requestId } = await create<{ requestId: string }>('createRequestAction', form);
  const { bundleId } = await succeed(createBatch({ batchKey, name: 'Rent', items: [filledForm(), filledForm()] }));
  const { proposalId } = await create<{ proposalId: string }>('proposeAction', addEntryProposal());
  await create('saveViewAction', { name: view, parameters: 'asset=BTC' });
  return { requestId, formKey, bundleId, batchKey, proposalId, view };
}

beforeAll(async () => {
  await loadActions();
  for (const who of ['finance', 'approver', 'support', 'admin', 'auditor'] as const)
    sessions.set(who, (await signInAs(who, [who])).sessionId);
  sessions.set('roleless', (await signInAs('roleless', [])).sessionId);
  sessions.set('other', (await signInAs('finance-two', ['finance'])).sessionId);
  world = await createWorld();
});

const unique = (names: string[]) => [...new Set(names)].toSorted();

it('the tables name every action, route and page', () => {
  expect(unique([...ACTION_ROWS.map(({ action }) => action), ...PUBLIC_ACTIONS])).toEqual(
    [...actions.keys()].toSorted(),
  );
  expect(Object.keys(INVALID_INPUT).toSorted()).toEqual(unique(ACTION_ROWS.map(({ action }) => action)));
  // lib/http/route-patterns.test.ts compares these patterns with the files in `app`.
  expect(unique([...ROUTE_ROWS.map(({ route }) => route), ...PAGE_ROWS.map(({ page }) => page)])).toEqual(
    ROUTE_PATTERNS.toSorted(),
  );
});

it.each(ACTION_ROWS.map((row) => [`${row.action}, ${row.about}`, row] as const))(
  'answers each person as in the table: %s',
  async (_name, { action, input, answers }) => {
    const seen: [Visitor, string][] = [];
    // In sequence: one person's call can come too late for the next.
    for (const who of VISITORS) {
      const given = input(world);
      const result = await act(who, action, given);
      seen.push([who, result.ok ? 'ok' : result.error.kind]);
      // A refusal tells nothing of what exists.
      if (!result.ok && ['signed-out', 'forbidden'].includes(result.error.kind))
        expect(Object.values(world).filter((mark) => JSON.stringify(result.error).includes(mark))).toEqual([]);
    }
    expect(Object.fromEntries(seen)).toEqual(answers);
  },
);

const WRONG = [undefined, null, true, 7, '', [], {}, [{}], 7n, -Infinity, Number.NaN, new Date(0), new Map()];

it.each(Object.entries(INVALID_INPUT))('rejects input that no page sends: %s', async (name, { as, outcome }) => {
  for (const input of WRONG) {
    const result = await act(as, name, input);
    expect([input, result.ok ? 'ok' : result.error.kind]).toEqual([input, outcome]);
  }
});

it('leaves other people’s data as it is', async () => {
  const { rows: views } = await pool().query('select 1 from saved_views where name = $1', [world.view]);
  expect(views).toHaveLength(1);
  const { rows: requests } = await pool().query(
    `select state, (select max(version) from request_versions where request_id = id) as version
     from withdrawal_requests where id = $1`,
    [world.requestId],
  );
  expect(requests).toEqual([{ state: 'AWAITING_APPROVAL', version: 1 }]);
  const progress = (who: 'finance' | 'other') => {
    caller.sessionId = sessions.get(who);
    return readBatchProgress(world.batchKey);
  };
  expect(await progress('finance')).toEqual({ ok: true, value: null });
  expect(await progress('other')).toEqual({ ok: true, value: { done: 2, total: 2 } });
});
