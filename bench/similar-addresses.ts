import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Client } from 'pg';
import { temporaryDirectory } from '@/bench/desk';
import { type Figure, ratioOf } from '@/bench/figure';
import { median, percentile, takeTurns } from '@/bench/measure';
import { findResemblance, computeProbes, computeSignature } from '@/lib/addresses/similarity';
import { migrateDatabase } from '@/lib/server/database/migrate';
import { writeStatement } from '@/lib/server/database/write-statement';
import { similarAddressStatement } from '@/lib/server/recipients/similar-addresses';
import { startPostgres } from '@/scripts/stack/postgres';

const KNOWN_COUNT = 100_000;
const BATCH = 5_000;
const ROUNDS = { rounds: 300, warmUp: 50 };

/**
 * Measures the search for known addresses that resemble an address, by the console's own statement, relative to finding
 * one by its key. All are EVM addresses, whose small alphabet produces the most chance matches. Every second searched
 * address resembles a known one.
 */
export async function benchSimilarAddresses(): Promise<Figure[]> {
  const { directory, remove } = temporaryDirectory('look-alikes');
  const postgres = await startPostgres({
    dataDir: path.join(directory, 'postgres'),
    isDurable: false,
    logFile: path.join(directory, 'postgres.log'),
  });
  // The settings of the console's readers (lib/server/mirror/reader-pool).
  const client = new Client({ connectionString: postgres.url, options: '-c enable_seqscan=off -c jit=off' });
  try {
    await migrateDatabase(postgres.url);
    await client.connect();
    const known = Array.from({ length: KNOWN_COUNT }, randomAddress);
    for (let from = 0; from < KNOWN_COUNT; from += BATCH) await store(client, known.slice(from, from + BATCH));
    await client.query('vacuum analyze known_addresses');
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
      { name: `${name} (p95)`, against: '', value: percentile(times.other, 95), unit: 'ms', target: { atMost: 50 } },
      { name, against: 'finding one by its key', ...ratioOf('ms', median(times.plain), median(times.other)) },
    ];
  } finally {
    await client.end();
    await postgres.part.stop();
    remove();
  }
}

async function search(client: Client, address: string, isExpected: boolean): Promise<void> {
  const statement = similarAddressStatement([{ family: 'evm', address, probes: computeProbes(address, 'evm') }]);
  const { rows } = await client.query<{ address: string }>(writeStatement(statement));
  const found = rows.filter((row) => findResemblance(address, row.address, 'evm') !== undefined);
  if (isExpected && found.length === 0) throw new Error(`No known address that resembles ${address} was found.`);
}

async function store(client: Client, addresses: readonly string[]): Promise<void> {
  const rows = addresses.map((address) => ({ address, signature: computeSignature(address, 'evm') }));
  await client.query(
    `insert into known_addresses (family, address, signature, network)
     select 'evm', address, signature, 'ETHEREUM'
     from jsonb_to_recordset($1::jsonb) as known(address text, signature text[])`,
    [JSON.stringify(rows)],
  );
}

function randomAddress(): string {
  return `0x${randomBytes(20).toString('hex')}`;
}

/** Returns an address with the same beginning and end, as an attacker would create. */
function resemblingAddress(address: string): string {
  return address.slice(0, 6) + randomAddress().slice(6, -4) + address.slice(-4);
}
