import { writeFileSync } from 'node:fs';
import { decodeTransfer } from '@/lib/transfer-records';
import { measure } from '@/bench/measure';
import { makePage } from '@/bench/make-page';

const RECORDS = 1000;
const page = makePage(RECORDS);

// Both parse the same text: what is compared is what decoding adds to it.
const { plainMs, otherMs } = measure(
  () => JSON.parse(page),
  () => (JSON.parse(page) as { items: unknown[] }).items.map(decodeTransfer),
);
const results = [{ name: `decode a page of ${RECORDS} records`, against: 'JSON.parse alone', ratio: otherMs / plainMs, plainMs, otherMs }];

for (const { name, against, ratio } of results)
  console.log(`${name}: ${ratio.toFixed(2)} times ${against} (${otherMs.toFixed(2)} ms, ${plainMs.toFixed(2)} ms)`);

const flag = process.argv.indexOf('--json');
const file = flag === -1 ? undefined : process.argv[flag + 1];
if (flag !== -1 && !file) throw new Error('--json needs a file: npm run bench -- --json FILE');
if (file) writeFileSync(file, `${JSON.stringify({ node: process.version, results }, null, 2)}\n`);
