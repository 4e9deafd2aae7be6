import { fillPlaceholders, type SQL, sql } from 'drizzle-orm';
import { Client } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { addManyRequests } from '@/scripts/testing/data/many-requests';
import { setUpTestDatabase } from '@/scripts/testing/test-process';
import { readSearchTerm, type SearchTerm } from '@/lib/search/search-terms';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { lookupPool } from '@/lib/server/database/lookup-pool';
import { writeStatement } from '@/lib/server/database/write-statement';
import {
  batchStatement,
  findRequests,
  keyStatement,
  nearRequestsStatement,
  textStatement,
} from '@/lib/server/requests/search/find';
import { searchStatement } from '@/lib/server/requests/search/list-search';
import { selectOutcomes } from '@/lib/server/requests/outcomes';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';

const REQUESTS = 20_000;

const test = setUpTestDatabase();
beforeAll(async () => {
  // A connection without the time limits of the console's.
  const client = new Client(test.url);
  await client.connect();
  try {
    await addManyRequests(client, REQUESTS);
  } finally {
    await client.end();
  }
}, 120_000);

function term(text: string): SearchTerm {
  const read = readSearchTerm(text);
  if (!read) throw new Error('the text must be a term');
  return read;
}

async function planOf(statement: SQL): Promise<string> {
  const rows = await readRows<{ 'QUERY PLAN': string }>(sql`explain ${statement}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

const find = async (text: string) =>
  (await findRequests(SYSTEM_READER, term(text), { limit: 5 })).map(({ refId, match }) => `${refId} ${match.how}`);

describe(`the search of ${REQUESTS.toLocaleString('en-GB')} requests`, () => {
  it('finds each by its reference, beginning, amount, metadata and note', async () => {
    expect((await find('MANY-12345'))[0]).toBe('many-12345 exact');
    expect(await find('many-1999')).toHaveLength(5);
    expect(await find('77.5 eth')).toEqual(['many-77 exact']);
    expect((await find('ord-4321'))[0]).toBe('many-4321 exact');
    expect((await find('payout 19998'))[0]).toBe('many-19998 exact');
  });

  it.each(['memo 0a1b', 'ord-123', '1.5 ETH', 'Payout 123'])(
    'reads an index for %s, and no whole table',
    async (text) => {
      const plan = await planOf(textStatement(SYSTEM_READER, term(text), 5));
      expect(plan).toMatch(/request_versions_(?:text|money)/);
      expect(plan).not.toMatch(/Seq Scan on (?:request_versions|withdrawal_requests)/);
    },
  );

  it.each([
    ['34144.08', /request_versions_fixed_amount/],
    ['about many-123 please', /withdrawal_requests_ref_key/],
    ['MANY 123', /withdrawal_requests_ref_key/],
    ['0x5290…9EE7', /request_versions_address/],
    ['order_no', /request_versions_labels/],
    ['duplicate retainer', /decisions_comment|request_comments_text/],
  ])('reads an index for another reading, %s, and no whole table', async (text, index) => {
    for (const statement of [textStatement(SYSTEM_READER, term(text), 5), searchStatement(SYSTEM_READER, term(text))]) {
      const plan = await planOf(statement);
      expect(plan).toMatch(index);
      expect(plan).not.toMatch(/Seq Scan on (?:request_versions|withdrawal_requests|decisions|request_comments)/);
    }
  });

  it('reads indexes for what is near an amount, and for batches', async () => {
    const range = { amount: '77', within: '0.5', from: '76.5', to: '77.5' };
    const near = await planOf(nearRequestsStatement(SYSTEM_READER, { range, asset: undefined, limit: 4 }));
    expect(near).toContain('request_versions_fixed_amount');
    expect(near).not.toMatch(/Seq Scan on (?:request_versions|withdrawal_requests)/);
    expect(await planOf(batchStatement(SYSTEM_READER, 'november payroll', 5))).toContain('bundles_name');
  });

  it('reads an index of each table for a whole reference, with the plan for all values', async () => {
    const hits = sql`(select id, min(rank) as rank from (${keyStatement(SYSTEM_READER)}) as any_hit group by id)`;
    const { text, values } = writeStatement(selectOutcomes(SYSTEM_READER, hits).getSQL());
    const { rows } = await lookupPool().query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers) ${text}`,
      fillPlaceholders(values, { text: 'many-12345', id: null, limit: 5 }),
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('withdrawal_requests_ref_key');
    expect(plan).not.toMatch(/Seq Scan on (?:request_versions|withdrawal_requests|recipients|sends)/);
    expect(Number(/shared hit=(\d+)/.exec(plan)?.[1])).toBeLessThan(200);
  });
});
