import { type SQL, sql } from 'drizzle-orm';
import { Client } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Reader } from '@/lib/identity/reader';
import { ALL_REQUESTS, type RequestListQuery } from '@/lib/requests/list/query';
import { STATE_FILTERS } from '@/lib/requests/stages';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { type ListRange, listStatement, newerRequestsStatement } from '@/lib/server/requests/lists/sql';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';
import { addVariedRequests } from '@/scripts/testing/data/many-requests';
import { setUpTestDatabase } from '@/scripts/testing/test-process';

const REQUESTS = 40_000;
/** Rows of the list: each thousand but the first begins with a batch of 200 requests, which is one row. */
const HEADS = REQUESTS - (REQUESTS / 1000 - 1) * 199;
const PAGE = 101;
/** The most rows that any step of the plan of a page may touch: a fifth of the table. */
const MAX_TOUCHED = 8_000;

const test = setUpTestDatabase();
beforeAll(async () => {
  // A connection without the time limits of the console's.
  const client = new Client(test.url);
  await client.connect();
  try {
    await addVariedRequests(client, REQUESTS);
  } finally {
    await client.end();
  }
}, 180_000);

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Runs a statement and gives every step of its plan. */
async function stepsOf(statement: SQL): Promise<PlanNode[]> {
  const [row] = await readRows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    sql`explain (analyze, format json) ${statement}`,
  );
  const steps: PlanNode[] = [];
  const add = (node: PlanNode) => {
    steps.push(node);
    node.Plans?.forEach(add);
  };
  if (row) add(row['QUERY PLAN'][0].Plan);
  return steps;
}

const rowsOf = (step: PlanNode) => (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops'];

const NOBODY = '00000000-0000-4000-8000-000000000000';
const READER: Reader = { ...SYSTEM_READER, id: NOBODY };
const pageOf = (query: Partial<RequestListQuery>, range: Partial<ListRange> = {}) =>
  listStatement(READER, { query: { ...ALL_REQUESTS, ...query }, limit: PAGE, ...range });

const QUERIES: [string, Partial<RequestListQuery>][] = [
  ['no filter', {}],
  ['the oldest first', { isAscending: true }],
  ['the reader’s own', { isMine: true }],
  ['the largest amounts', { sort: 'amount' }],
  ['the smallest amounts', { sort: 'amount', isAscending: true }],
  ['the largest of one asset', { sort: 'amount', values: { asset: ['BTC'] } }],
  ['a common asset', { values: { asset: ['ETH'] } }],
  ['an unknown asset', { values: { asset: ['NONE'] } }],
  ['a network', { values: { network: ['SOLANA'] } }],
  ['a profile', { values: { profile: ['p-3'] } }],
  ['an asset in a state', { values: { asset: ['BTC'], state: ['rejected'] } }],
  ['a requester', { values: { requester: [NOBODY] } }],
  ['a recipient', { values: { recipient: [NOBODY] } }],
  ['a day', { created: { from: '2999-01-01', to: undefined } }],
  ['a batch', { batch: NOBODY }],
  ['a search for a reference', { q: 'varied-37777' }],
  ['a search for an amount', { q: '299.5 SOL' }],
  ...STATE_FILTERS.map((state): [string, Partial<RequestListQuery>] => [
    `state ${state}`,
    { values: { state: [state] } },
  ]),
];

describe(`the list of ${REQUESTS.toLocaleString('en-GB')} withdrawals`, () => {
  it.each(QUERIES)('reads the first page by an index, never a whole table: %s', async (_name, query) => {
    const steps = await stepsOf(pageOf(query));
    const scanned = steps.filter((step) => step['Node Type'] === 'Seq Scan' && step['Relation Name'] !== 'people');
    expect(scanned.map((step) => step['Relation Name'])).toEqual([]);
    expect(Math.max(...steps.map(rowsOf))).toBeLessThan(MAX_TOUCHED);
  });

  it.each([
    ['created', false, HEADS],
    ['created', true, HEADS],
    ['amount', false, REQUESTS],
    ['amount', true, REQUESTS],
  ] as const)('gives every row exactly once by %s (ascending: %s)', async (sort, isAscending, count) => {
    const seen = new Set<string>();
    let total = 0;
    let after: ListRange['after'];
    for (;;) {
      const range = { after, limit: 5000 };
      const rows = await readRows<NonNullable<ListRange['after']>>(pageOf({ sort, isAscending }, range));
      for (const { id } of rows) seen.add(id);
      total += rows.length;
      after = rows.at(-1);
      if (rows.length < range.limit) break;
    }
    expect([seen.size, total]).toEqual([count, count]);
  });

  it('counts the rows above the first one by an index, whatever the filters are', async () => {
    const [first] = await readRows<NonNullable<ListRange['after']>>(pageOf({}, { limit: 1 }));
    if (!first) throw new Error('The list is empty.');
    for (const values of [{}, { asset: ['ETH'] }, { state: ['rejected'] }, { requester: [NOBODY] }]) {
      const steps = await stepsOf(newerRequestsStatement(READER, { ...ALL_REQUESTS, values }, first));
      expect(Math.max(...steps.map(rowsOf))).toBeLessThan(1500);
    }
  });

  it('reads a page at the end of the list as cheaply as the first', async () => {
    for (const sort of ['created', 'amount'] as const) {
      const [last] = await readRows<NonNullable<ListRange['after']>>(
        sql`select * from (${pageOf({ sort, isAscending: true }, { limit: 300 })}) as page offset 299`,
      );
      const steps = await stepsOf(pageOf({ sort }, { after: last }));
      expect(Math.max(...steps.map(rowsOf))).toBeLessThan(1500);
    }
  });
});
