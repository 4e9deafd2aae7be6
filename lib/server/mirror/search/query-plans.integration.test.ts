import { randomUUID } from 'node:crypto';
import { fillPlaceholders, type SQL, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '@/scripts/testing/test-process';
import { historyRecords, storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { database, pool } from '@/lib/server/database/client';
import { lookupPool } from '@/lib/server/database/lookup-pool';
import { writeStatement } from '@/lib/server/database/write-statement';
import { pricesStatement } from '@/lib/server/mirror/figures/asset-price';
import { accountsStatement, totalsStatement } from '@/lib/server/mirror/search/totals';
import { exportStatement } from '@/lib/server/mirror/search/export-snapshot';
import { keyStatement } from '@/lib/server/mirror/search/key-lookup';
import { listStatement, newerStatement } from '@/lib/server/mirror/search/list';
import { lookupStatement } from '@/lib/server/mirror/search/lookup';
import { listTiers, nameAddresses, searchStatement } from '@/lib/server/mirror/search/search-tiers';
import type { Tier } from '@/lib/server/mirror/search/tier';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { candidatesStatement } from '@/lib/server/recipients/adoption/offers';
import { paidToStatement } from '@/lib/server/recipients/adoption/paid-to';
import { latestStatement } from '@/lib/server/mirror/search/to-address';
import { listNearAmounts, readAmounts } from '@/lib/search/read-amounts';
import { readSearchTerm } from '@/lib/search/search-terms';
import { nearTransfersStatement } from '@/lib/server/mirror/search/near-amounts';
import { readTransferQuery } from '@/lib/transfers/query';
import { readColumns } from '@/lib/transfers/columns';
import { currentStatement, pendingStatement } from '@/lib/server/mirror/figures/network-status';
import { computeTypicalByNetwork, typicalByNetworkStatement } from '@/lib/server/mirror/figures/typical-duration';
import type { TimeLimit } from '@/lib/policy/time-limits';
import { type Counting, countsStatement } from '@/lib/server/requests/limits/counts';
import { toWithdrawalBody } from '@/lib/withdrawals/body';
import { filledForm } from '@/scripts/stack/filled-form';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';

const ROWS = 50_000;
const KEPT = 5_000;

setUpTestDatabase();
beforeAll(async () => {
  await storeRecords(historyRecords(KEPT));
  await multiply();
  await pool().query('analyze');
}, 180_000);
/**
 * Copies each row ten times with its own ID, reference and time. Creates the indexes of texts afterwards, which is
 * faster.
 */
async function multiply() {
  const client = await pool().connect();
  try {
    const { rows } = await client.query<{ indexdef: string }>(
      `select indexdef from pg_indexes where indexname in ('mirror_transfers_text', 'mirror_transfers_labels')`,
    );
    await client.query('drop index mirror_transfers_text, mirror_transfers_labels');
    const other = [
      'record',
      'updated_at',
      'amount',
      'total',
      'fee',
      'asset',
      'network',
      'type',
      'direction',
      'status',
      'secondary_status',
      'profile_id',
      'has_problem',
    ];
    await client.query(`
      insert into mirror_transfers (id, ref_key, hash_key, address_key, group_key, created_at, read_at,
        ${other.join(', ')})
      select md5(id || n), md5(ref_key || n), md5(hash_key || n), address_key, group_key,
        created_at - n * interval '40 days', read_at,
        record || jsonb_build_object('id', md5(id || n), 'ref_id', md5(ref_key || n)) ${other
          .slice(1)
          .map((column) => `, ${column}`)
          .join('')}
      from mirror_transfers, generate_series(1, ${ROWS / KEPT - 1}) as n`);
    for (const { indexdef } of rows) await client.query(indexdef);
  } finally {
    client.release();
  }
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

const query = (parameters: string) => readTransferQuery(new URLSearchParams(parameters));
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const readsAll = (plan: Plan) =>
  nodesOf(plan).some((node) => node['Node Type'].endsWith('Seq Scan') && node['Relation Name'] === 'mirror_transfers');
const blocksOf = (plan: Plan) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];

/** Builds the search of one tier: for the first page, or for a later one, which cannot know what came before. */
async function search(text: string, name: string, isFirst: boolean): Promise<SQL> {
  const term = readSearchTerm(text);
  const tiers = term ? listTiers(term) : [];
  const index = tiers.findIndex(({ how, target }) => `${how} ${target}` === name);
  const others = isFirst ? { known: ['t-1', 't-2'] } : { before: tiers.slice(0, index) };
  const tier = await nameAddresses(SYSTEM_READER, tiers[index] as Tier, {});
  return searchStatement(SYSTEM_READER, { query: query(''), tier, ...others, limit: 51 });
}

/** Runs the statement for all whole keys as the lookup connections plan it, and gives the plan. */
async function explainKeyLookup(text: string): Promise<Plan> {
  const statement = writeStatement(keyStatement(SYSTEM_READER));
  const values = fillPlaceholders(statement.values, { text, limit: 51, hasBeginnings: true });
  const { rows } = await lookupPool().query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, buffers, format json) ${statement.text}`,
    values,
  );
  return planOf(rows);
}

/** Runs a statement and gives PostgreSQL's plan, without forcing indexes. */
async function explain(statement: SQL): Promise<Plan> {
  const { rows } = await database().execute<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    sql`explain (analyze, buffers, format json) ${statement}`,
  );
  return planOf(rows);
}

function planOf([row]: { 'QUERY PLAN': [{ Plan: Plan }] }[]): Plan {
  if (!row) throw new Error('explain must give a plan');
  return row['QUERY PLAN'][0].Plan;
}

const LISTS = [
  '',
  'sort=created',
  'sort=-updated',
  'sort=updated',
  'sort=-amount',
  'sort=amount',
  'status=PENDING',
  'status=FAILED&status=PENDING',
  'asset=BTC',
  'asset=BTC&asset=ETH',
  'network=ETHEREUM',
  'type=CRYPTO_WITHDRAWAL',
  'direction=CREDIT',
  'profile=p-ops',
  'secondary=CUSTOMER_REJECTED',
  'problem=1',
  'problem=1&settled=1',
  'asset=BTC&network=SOLANA',
  'asset=NONE',
  'status=FAILED&asset=BTC&profile=p-ops&sort=updated',
  'created_from=2026-11-01&created_to=2026-11-02',
  'updated_from=2026-11-19',
  'amount_from=10&amount_to=11',
  'created_from=2020-01-01&sort=-amount&asset=ETH',
];

describe(`among ${ROWS} transfers`, () => {
  it.each(LISTS)('the list %j is read by an index', async (parameters) => {
    expect(readsAll(await explain(listStatement(SYSTEM_READER, { query: query(parameters), limit: 51 })))).toBe(false);
  });

  it.each<[string, string, number]>([
    ['2f1c9c1e-8a53-4f6e-9d58-6f3f7b0a4c11', 'exact keys', 60],
    ['2f1c9c1e-8a53-4f6e-9d58-6f3f7b0a4c11', 'exact texts', 2_000],
    ['INV-2026', 'prefix keys', 60],
    ['9f29a410d935', 'suffix keys', 60],
    ['0.5 BTC', 'exact keys', 200],
    ['unheard-of', 'prefix texts', 2_000],
    ['unheard-of', 'contains texts', 2_000],
    ['unheard-of', 'exact members', 200],
    ['p-ops', 'exact members', 600],
    ['2f1c9c1e-8a53-4f6e-9d58-6f3f7b0a4c11', 'exact members', 200],
    ['where is INV-2026-11 of 5 May?', 'exact members', 200],
    ['0x5290…9EE7', 'exact members', 300],
    ['4e11 1Ec0 7799 9394', 'prefix keys', 100],
    ['NORTHWIND 48 b', 'exact members', 400],
    ['34144.08', 'exact members', 200],
    ['travel rule rejected', 'exact members', 1_000],
    ['travel rule', 'prefix members', 1_000],
  ])('the search for %j (%s) uses indexes and few blocks', async (text, name, most) => {
    for (const isFirst of [true, false]) {
      const plan = await explain(await search(text, name, isFirst));
      expect(readsAll(plan)).toBe(false);
      expect(blocksOf(plan)).toBeLessThan(most);
    }
  });

  it.each(['2f1c9c1e-8a53-4f6e-9d58-6f3f7b0a4c11', 'INV-2026', 'unheard-of'])(
    'the plan for all whole keys reads few blocks for %j',
    async (text) => {
      const plan = await explainKeyLookup(text);
      expect(readsAll(plan)).toBe(false);
      expect(nodesOf(plan).flatMap((node) => node['Index Name'] ?? [])).not.toContain('mirror_transfers_created');
      expect(blocksOf(plan)).toBeLessThan(60);
    },
  );

  it.each(['invoice', 'af38080f-38c1-4a36-9528-5acb83d186a3'])(
    'of a frequent label, no more transfers are read than are sorted in a moment: %s',
    async (text) => {
      const [row] = await readRows<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        sql`explain (analyze, buffers, format json) ${await search(text, 'exact members', true)}`,
      );
      if (!row) throw new Error('explain must give a plan');
      const plan = row['QUERY PLAN'][0].Plan;
      expect(readsAll(plan)).toBe(false);
      expect(plan['Actual Rows']).toBe(51);
      expect(blocksOf(plan)).toBeLessThan(12_000);
    },
  );

  it.each(['34144.08', '5', '0.5 BTC'])('what is near %s is read by indexes, however much there is', async (text) => {
    const read = readAmounts(text);
    for (const range of read ? listNearAmounts(read) : []) {
      const statement = nearTransfersStatement(SYSTEM_READER, { range, asset: read?.asset, limit: 4 });
      const plan = await explain(statement);
      expect(readsAll(plan)).toBe(false);
      expect(blocksOf(plan)).toBeLessThan(1_000);
    }
  });

  it('a thousand terms are looked up by indexes', async () => {
    const terms = Array.from({ length: 1000 }, (_, index) => `term-${index}`);
    const plan = await explain(lookupStatement(SYSTEM_READER, terms));
    expect(readsAll(plan)).toBe(false);
    expect(blocksOf(plan) / terms.length).toBeLessThan(40);
  });

  it('new rows are counted by an index', async () => {
    const than = { value: String(BigInt(Date.parse('2026-11-20T11:00:00Z')) * 1000n), id: 'x' };
    for (const parameters of ['', 'asset=BTC', 'sort=-updated'])
      expect(readsAll(await explain(newerStatement(SYSTEM_READER, query(parameters), than)))).toBe(false);
  });

  it.each([
    'f=ref_id:is:INV-2291',
    'f=id:is:2f1c9c1e-8a53-4f6e-9d58-6f3f7b0a4c11',
    'f=crypto_tx_hash:is:0xabc',
    'f=destination_address:is:0x52908400098527886E0F7030069857D2E4169EE7',
    'f=group_id:is:7c2311ba-123e-4652-b5ab-3879b3d49815',
    'f=memo:is:unheard-of',
    'f=total:is:0.123456789',
    'f=ref_id:is:a&f=ref_id:is:b&sort=amount',
  ])('the filter %s reads few blocks', async (parameters) => {
    const plan = await explain(listStatement(SYSTEM_READER, { query: query(parameters), limit: 51 }));
    expect(readsAll(plan)).toBe(false);
    expect(blocksOf(plan)).toBeLessThan(1_000);
  });

  it.each(['f=account_id:is:x', 'f=fee:empty', 'f=balance_asset:is:NONE', 'f=customer_id:present'])(
    'the filter %s without an index scans no table on reader connections',
    async (parameters) => {
      const [row] = await readRows<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        sql`explain (format json) ${listStatement(SYSTEM_READER, { query: query(parameters), limit: 51 })}`,
      );
      expect(row && readsAll(row['QUERY PLAN'][0].Plan)).toBe(false);
    },
  );

  it('accounts by kind read no transfer', async () => {
    const plan = await explain(accountsStatement(SYSTEM_READER, query('status=COMPLETED&profile=p-ops')));
    expect(nodesOf(plan).flatMap((node) => node['Relation Name'] ?? [])).toEqual(['mirror_totals']);
  });

  it('totals by kind read no transfer', async () => {
    for (const parameters of ['', 'asset=BTC&status=FAILED', 'problem=1&settled=1']) {
      const names = nodesOf(await explain(totalsStatement(SYSTEM_READER, query(parameters)))).flatMap(
        (node) => node['Relation Name'] ?? [],
      );
      expect(names).toEqual(['mirror_totals']);
    }
  });

  // mirror_totals does not tell settled transfers apart; the index of those that need attention is small.
  it.each(['created_from=2000-01-01', 'amount_from=1', 'updated_to=2026-11-19&asset=BTC', 'problem=1'])(
    'totals over %j use an index on reader connections',
    async (parameters) => {
      const [row] = await readRows<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        sql`explain (format json) ${totalsStatement(SYSTEM_READER, query(parameters))}`,
      );
      expect(row && readsAll(row['QUERY PLAN'][0].Plan)).toBe(false);
    },
  );

  it('the state of networks is read by indexes', async () => {
    const typical = await computeTypicalByNetwork(SYSTEM_READER);
    expect(typical.length).toBeGreaterThan(3);
    for (const statement of [
      typicalByNetworkStatement(SYSTEM_READER),
      pendingStatement(SYSTEM_READER, typical),
      currentStatement(SYSTEM_READER),
    ]) {
      const [row] = await readRows<{ 'QUERY PLAN': [{ Plan: Plan }] }>(sql`explain (format json) ${statement}`);
      expect(row && readsAll(row['QUERY PLAN'][0].Plan)).toBe(false);
    }
  });

  it('an export reads in index order, without sorting', async () => {
    const [row] = await readRows<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      sql`explain (format json) ${exportStatement(SYSTEM_READER, { query: query(''), columns: readColumns(null), separator: '~', profileNames: [] })}`,
    );
    expect(row && nodesOf(row['QUERY PLAN'][0].Plan).map((node) => node['Node Type'])).toEqual(['Index Scan']);
  });

  it.each(['', 'asset=BTC', 'status=COMPLETED', 'problem=1', 'sort=-amount', 'direction=DEBIT&sort=updated'])(
    'a deep page of %j costs as little as the first',
    async (parameters) => {
      const asked = query(parameters);
      const first = blocksOf(await explain(listStatement(SYSTEM_READER, { query: asked, limit: 51 })));
      const all = await readRows<{ id: string; key: string }>(
        listStatement(SYSTEM_READER, { query: asked, limit: ROWS }),
      );
      const deep = all[Math.floor(all.length * 0.9)];
      if (!deep) throw new Error('the list must have a deep row');
      const last = blocksOf(
        await explain(
          listStatement(SYSTEM_READER, { query: asked, after: { value: deep.key, id: deep.id }, limit: 51 }),
        ),
      );
      expect(last).toBeLessThan(first * 2 + 60);
    },
  );

  it.each<{ of: TimeLimit['by'][] }>([
    { of: [[]] },
    { of: [['profile']] },
    { of: [['recipient']] },
    { of: [['asset', 'network']] },
    { of: [['requester'], ['profile'], ['recipient'], ['asset', 'network'], []] },
  ])('the use of limits over time by $of is read by indexes', async ({ of }) => {
    const body = toWithdrawalBody({ formKey: randomUUID(), form: filledForm() }, 'send');
    const countings = of.map((by, index) => counting(by, 24 - index));
    const plan = await explain(countsStatement({ body, requesterId: randomUUID() }, countings));
    expect(readsAll(plan)).toBe(false);
    expect(blocksOf(plan)).toBeLessThan(1_000);
  });

  it('of an address with thousands of transfers, a page is read', async () => {
    const [address, other] = [
      '0xbusy000000000000000000000000000000b0551e5',
      '0xother00000000000000000000000000000a115e5',
    ];
    // Older than everything else, so that reading the list from its newest transfer on does not help.
    await pool().query(
      `insert into mirror_transfers (id, address_key, created_at, updated_at, read_at, record, asset, network, type,
        direction, status, secondary_status, profile_id, has_problem)
      select md5('busy-' || n), case when n % 10 = 0 then $2::text else $1::text end, timestamptz '2001-01-01' + n * interval '1 minute', now(), now(),
        jsonb_build_object('destination_address', case when n % 10 = 0 then $2::text else $1::text end), 'ETH',
        'ETHEREUM', 'CRYPTO_WITHDRAWAL', 'DEBIT', 'COMPLETED', '', 'p-ops', false
      from generate_series(1, 20000) as n`,
      [address, other],
    );
    await pool().query('analyze mirror_transfers');
    const destination = { network: 'ETHEREUM', addresses: [address, other], isCaseSensitive: false };
    const plans = [
      await explainKeyLookup(address),
      await explain(latestStatement(SYSTEM_READER, destination, 10)),
      await explain(await search(address, 'exact keys', true)),
      await explain(await search(address.slice(-8), 'suffix keys', true)),
      await explain(listStatement(SYSTEM_READER, { query: query(`f=destination_address:is:${other}`), limit: 51 })),
    ];
    for (const plan of plans) {
      expect(plan['Actual Rows']).toBeGreaterThan(0);
      expect(blocksOf(plan)).toBeLessThan(500);
    }
  });

  it('recipients to adopt come from so many of the newest withdrawals and from the index of addresses', async () => {
    const two = { ...SYSTEM_READER, visibleProfiles: ['p-ops', 'p-treasury'] };
    for (const statement of [
      await candidatesStatement(SYSTEM_READER, null, 500),
      await candidatesStatement(two, '2026-01-01T00:00:00.000000Z', 500),
    ]) {
      const plan = await explain(statement);
      expect(plan['Actual Rows']).toBeGreaterThan(0);
      expect(readsAll(plan)).toBe(false);
      expect(blocksOf(plan)).toBeLessThan(4_000);
    }
    const { rows } = await pool().query<{ network: string; address: string }>(`
      select distinct network, record ->> 'destination_address' as address from mirror_transfers
      where type = 'CRYPTO_WITHDRAWAL' and status = 'COMPLETED' and address_key is not null order by 2, 1 limit 50`);
    const plan = await explain(
      await paidToStatement(
        two,
        rows.map((row) => ({ ...row, memo: null })),
      ),
    );
    expect(readsAll(plan)).toBe(false);
    expect(blocksOf(plan)).toBeLessThan(5_000);
  });

  it('prices read few blocks by their index, however much dust is newer', async () => {
    // Newer than everything else of the asset.
    await pool().query(`
      insert into mirror_transfers (id, created_at, updated_at, read_at, record, amount, fee, asset, network, type,
        direction, status, secondary_status, profile_id, has_problem)
      select 'dust-' || n, now(), now(), now(), '{"notional_value":"9.99"}', 1, 0, 'BTC', 'BITCOIN', 'CRYPTO_DEPOSIT',
        'CREDIT', 'COMPLETED', '', 'p-ops', false
      from generate_series(1, 5000) as n`);
    await pool().query('analyze mirror_transfers');
    const plan = await explain(pricesStatement(['BTC', 'ETH', 'NONE']));
    expect(plan['Actual Rows']).toBe(50);
    expect(nodesOf(plan).flatMap((node) => node['Index Name'] ?? [])).toEqual(['mirror_transfers_priced']);
    expect(blocksOf(plan)).toBeLessThan(200);
  });
});

function counting(by: TimeLimit['by'], hours: number): Counting {
  return {
    overTime: { window: { kind: 'hours', hours }, by, limit: { kind: 'count', limit: 1 } },
    from: new Date(Date.parse('2026-11-20T12:00:00Z') - hours * 3_600_000),
    countsTransfers: !by.includes('requester'),
    accounts: [],
  };
}
