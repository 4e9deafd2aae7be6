import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { Desk } from '@/bench/desk';
import { type Figure, ratioOf } from '@/bench/figure';
import { median, percentile, takeTurns } from '@/bench/measure';
import { findResemblance, computeProbes, computeSignature } from '@/lib/addresses/similarity';
import { writeStatement } from '@/lib/server/database/write-statement';
import { similarAddressStatement } from '@/lib/server/recipients/similar-addresses';

const KNOWN_COUNT = 1_000_000;
const BATCH = 5_000;
const ROUNDS = { rounds: 300, warmUp: 50 };

/**
 * Measures the check of a withdrawal's recipient with a million known addresses against the same check before, and the
 * search for known addresses that resemble an address, by the console's own statement, against finding one by its key.
 * All are EVM addresses, whose small alphabet produces the most chance matches. Every second searched address resembles
 * a known one.
 */
export async function benchSimilarAddresses({
  consoleUrl,
  consoleDatabaseUrl,
  database,
  cookie,
}: Desk): Promise<Figure[]> {
  // The settings of the console's readers (lib/server/database/query/reader-pool).
  const client = new Client({ connectionString: consoleDatabaseUrl, options: '-c enable_seqscan=off -c jit=off' });
  const check = () => checkRecipient(consoleUrl, cookie);
  try {
    await client.connect();
    const before = (await takeTurns(ROUNDS, check, () => undefined)).plain;
    const known = Array.from({ length: KNOWN_COUNT }, randomAddress);
    await store(database, known);
    const after = (await takeTurns(ROUNDS, check, () => undefined)).plain;
    const at = (round: number) => known[(round * 7919) % KNOWN_COUNT] ?? '';
    const times = await takeTurns(
      ROUNDS,
      (round) =>
        client.query('select family, address, network from known_addresses where family = $1 and address = $2', [
          'evm',
          at(round),
        ]),
      (round) => search(client, round % 2 === 0 ? randomAddress() : resemblingAddress(at(round)), round % 2 === 1),
    );
    const name = `Looking for what resembles an address among ${KNOWN_COUNT.toLocaleString('en-GB')}`;
    return [
      {
        name: `Check of a recipient with ${KNOWN_COUNT.toLocaleString('en-GB')} known addresses`,
        against: 'the same check before they were known',
        ...ratioOf('ms', median(before), median(after)),
        target: { atMost: 1.5 },
      },
      { name: `${name} (p95)`, against: '', value: percentile(times.other, 95), unit: 'ms', target: { atMost: 50 } },
      { name, against: 'finding one by its key', ...ratioOf('ms', median(times.plain), median(times.other)) },
    ];
  } finally {
    await client.end();
    await forget(database);
  }
}

async function checkRecipient(consoleUrl: string, cookie: string): Promise<void> {
  const query = new URLSearchParams({
    network: 'ETHEREUM',
    address: randomAddress(),
    asset: 'ETH',
    profile: 'p-ops',
    value: '1',
  });
  const answer = await fetch(`${consoleUrl}/api/withdrawals/checks?${query}`, { headers: { cookie } });
  if (!answer.ok) throw new Error(`The check was answered with ${answer.status}.`);
  await answer.text();
}

async function search(client: Client, address: string, isExpected: boolean): Promise<void> {
  const statement = similarAddressStatement([
    { position: 0, family: 'evm', address, probes: computeProbes(address, 'evm') },
  ]);
  const { rows } = await client.query<{ address: string }>(writeStatement(statement));
  const found = rows.filter((row) => findResemblance(address, row.address, 'evm') !== undefined);
  if (isExpected && found.length === 0) throw new Error(`No known address that resembles ${address} was found.`);
}

const SIGNATURE_INDEX = 'known_addresses_signature';
// No network of that name is used, so that the desk can be used again.
const NETWORK = 'MEASURED';

/** Stores known addresses, and builds the index afterwards, which takes a fraction of the time. */
async function store(database: Client, addresses: readonly string[]): Promise<void> {
  const { rows } = await database.query<{ indexdef: string }>('select indexdef from pg_indexes where indexname = $1', [
    SIGNATURE_INDEX,
  ]);
  await database.query(`drop index ${SIGNATURE_INDEX}`);
  for (let from = 0; from < addresses.length; from += BATCH) {
    const batch = addresses.slice(from, from + BATCH);
    await database.query(
      `insert into known_addresses (family, address, signature, network)
       select 'evm', address, signature, $2
       from jsonb_to_recordset($1::jsonb) as known(address text, signature text[])`,
      [JSON.stringify(batch.map((address) => ({ address, signature: computeSignature(address, 'evm') }))), NETWORK],
    );
  }
  await database.query(rows[0]?.indexdef ?? '');
  await database.query('vacuum analyze known_addresses');
}

async function forget(database: Client): Promise<void> {
  await database.query('delete from known_addresses where network = $1', [NETWORK]);
  await database.query('vacuum analyze known_addresses');
}

function randomAddress(): string {
  return `0x${randomBytes(20).toString('hex')}`;
}

/** Returns an address with the same beginning and end, as an attacker would create. */
function resemblingAddress(address: string): string {
  return address.slice(0, 6) + randomAddress().slice(6, -4) + address.slice(-4);
}
