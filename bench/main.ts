import { writeFileSync } from 'node:fs';
import { benchAnswers } from '@/bench/answers';
import { benchDecode } from '@/bench/decode';

const flag = process.argv.indexOf('--json');
const file = flag === -1 ? undefined : process.argv[flag + 1];
if (flag !== -1 && !file) throw new Error('--json needs a file: npm run bench -- --json FILE');

const results = [benchDecode(), ...(await benchAnswers())];
for (const { name, against, ratio, plainMs, otherMs } of results) {
  console.log(`${name}: ${ratio.toFixed(2)} times ${against} (${otherMs.toFixed(1)} ms, ${plainMs.toFixed(1)} ms)`);
}
if (file) writeFileSync(file, `${JSON.stringify({ node: process.version, results }, null, 2)}\n`);
