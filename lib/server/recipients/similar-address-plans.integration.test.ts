import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { computeProbes, computeSignature } from '@/lib/addresses/similarity';
import { database, pool } from '@/lib/server/database/client';
import { knownAddresses } from '@/lib/server/database/schema/recipients';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { beforeAll, expect, it } from 'vitest';
import { setUpTestDatabase } from '@/scripts/testing/test-process';
import { findSimilarAddresses, similarAddressStatement } from '@/lib/server/recipients/similar-addresses';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';

const KNOWN = 10_000;
const addressOf = (number: number) => `0x${createHash('sha1').update(String(number)).digest('hex')}`;

setUpTestDatabase();
beforeAll(async () => {
  const rows = Array.from({ length: KNOWN }, (_, number) => ({
    family: 'evm',
    address: addressOf(number),
    signature: computeSignature(addressOf(number), 'evm'),
    network: 'ETHEREUM',
  }));
  for (let start = 0; start < rows.length; start += 2_000)
    await database()
      .insert(knownAddresses)
      .values(rows.slice(start, start + 2_000));
  await pool().query('analyze');
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

it.each([1, 100])(`%i of ${KNOWN} known addresses are looked up by their index, from few blocks`, async (count) => {
  const questions = Array.from({ length: count }, (_, number) => {
    const address = addressOf(-1 - number);
    return { position: number, family: 'evm', address, probes: computeProbes(address, 'evm') };
  });
  const [row] = await readRows<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    sql`explain (analyze, buffers, format json) ${similarAddressStatement(questions)}`,
  );
  const plan = row?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error('there must be a plan');
  const nodes = nodesOf(plan);
  expect(
    nodes.filter((node) => node['Node Type'].endsWith('Seq Scan') && node['Relation Name'] === 'known_addresses'),
  ).toEqual([]);
  expect(nodes.map((node) => node['Index Name'])).toContain('known_addresses_signature');
  expect((plan['Shared Hit Blocks'] + plan['Shared Read Blocks']) / count).toBeLessThan(600);
});

it('finds the one that is meant among them', async () => {
  const known = addressOf(4711);
  const address = `${known.slice(0, 30)}${known[30] === '0' ? '1' : '0'}${known.slice(31)}`;
  expect(await findSimilarAddresses(SYSTEM_READER, { network: 'POLYGON_POS', address })).toMatchObject([
    { address: known, resemblance: 'few-differences' },
  ]);
});
