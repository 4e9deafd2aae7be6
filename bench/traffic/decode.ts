import { type Figure, ratioOf } from '@/bench/figure';
import { createPage } from '@/bench/traffic/create-page';
import { median, takeTurns } from '@/bench/measure';
import { decodeTransfer } from '@/lib/transfers/decode-transfer';

const RECORDS = 1000;

/** Measures decoding a page of the service relative to only parsing the same text. */
export async function benchDecode(): Promise<Figure[]> {
  const page = createPage(RECORDS);
  const { plain, other } = await takeTurns(
    { rounds: 60, warmUp: 20 },
    () => void JSON.parse(page),
    () => void (JSON.parse(page) as { items: unknown[] }).items.map(decodeTransfer),
  );
  return [
    {
      name: `Decoding a page of ${RECORDS} records`,
      against: 'JSON.parse alone',
      ...ratioOf('ms', median(plain), median(other)),
    },
  ];
}
