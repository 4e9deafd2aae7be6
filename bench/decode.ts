import { makePage } from '@/bench/make-page';
import { measure, type Ratio } from '@/bench/measure';
import { decodeTransfer } from '@/lib/transfer-records';

const RECORDS = 1000;

/** What decoding a page of the service adds to parsing it; both parse the same text. */
export function benchDecode(): Ratio {
  const page = makePage(RECORDS);
  const { plainMs, otherMs } = measure(
    () => JSON.parse(page),
    () => (JSON.parse(page) as { items: unknown[] }).items.map(decodeTransfer),
  );
  return { name: `decode a page of ${RECORDS} records`, against: 'JSON.parse alone', ratio: otherMs / plainMs, plainMs, otherMs };
}
