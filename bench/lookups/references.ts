import type { Client } from 'pg';

/** Returns so many references of transfers from all over the mirror, the same ones in every run. */
export async function pickReferences(database: Client, count: number): Promise<string[]> {
  const { rows } = await database.query<{ reference: string }>(
    `select record->>'ref_id' as reference from mirror_transfers where ref_key is not null order by md5(id) limit $1`,
    [count],
  );
  return rows.map(({ reference }) => reference);
}
