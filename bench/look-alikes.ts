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

const KNOWN = 100_000;
const BATCH = 5_000;
const ROUNDS = { rounds: 300, warmUp: 50 };

/**
 * Looking for what an address resembles among all that are known, by the console's own statement, against finding one of
 * them by its key. All are EVM addresses: their few digits bring about the most chance finds. Every second address that is
 * asked for resembles a known one.
 */
export async function benchSimilarAddresses(): Promise<Figure[]> {
  const { directory, remove } = temporaryDirectory('look-alikes');
  const postgres = await startPostgres({
    dataDir: path.join(directory, 'postgres'),
    isDurable: false,
    logFile: path.join(directory, 'postgres.log'),
  });
  // As the console's readers ask (lib/server/mirror/reader-pool).
  const client = new Client({ connectionString: postgres.url, options: '-c enable_seqscan=off -c jit=off' });
  try {
    await migrateDatabase(postgres.url);
    await client.connect();
    const known = Array.from({ length: KNOWN }, newAddress);
    for (let from = 0; from < KNOWN; from += BATCH) await keep(client, known.slice(from, from + BATCH));
    await client.query('vacuum analyze known_addresses');
    const at = (round: number) => known[(round * 7919) % KNOWN] ?? '';
    const times = await takeTurns(
      ROUNDS,
      (round) =>
        client.query('select family, address, network from known_addresses where family = $1 and address = $2', [
          'evm',
          at(round),
        ]),
      (round) => search(client, round % 2 === 0 ? newAddress() : resembling(at(round)), round % 2 === 1),
    );
    const name = `Looking for what resembles an address among ${KNOWN.toLocaleString('en-GB')}`;
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

async function search(client: Client, address: string, isThere: boolean): Promise<void> {
  const statement = similarAddressStatement([{ family: 'evm', address, probes: computeProbes(address, 'evm') }]);
  const { rows } = await client.query<{ address: string }>(writeStatement(statement));
  const found = rows.filter((row) => findResemblance(address, row.address, 'evm') !== undefined);
  if (isThere && found.length === 0) throw new Error(`What ${address} resembles was not found.`);
}

async function keep(client: Client, addresses: readonly string[]): Promise<void> {
  const rows = addresses.map((address) => ({ address, signature: computeSignature(address, 'evm') }));
  await client.query(
    `insert into known_addresses (family, address, signature, network)
     select 'evm', address, signature, 'ETHEREUM' from jsonb_to_recordset($1::jsonb) as known(address text, signature text[])`,
    [JSON.stringify(rows)],
  );
}

function newAddress(): string {
  return `0x${randomBytes(20).toString('hex')}`;
}

/** With the same ends, as one that is made to be taken for it. */
function resembling(address: string): string {
  return address.slice(0, 6) + newAddress().slice(6, -4) + address.slice(-4);
}
