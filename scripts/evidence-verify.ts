// npm run evidence:verify: checks an evidence file without the console, its database or any network.
import { createReadStream, existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { describeFinding, describeVerdict } from '@/lib/proof/evidence/describe-finding';
import { readLines } from '@/lib/proof/evidence/read-lines';
import { verifyEvidence } from '@/lib/proof/evidence/verify-evidence';

const USAGE = `Usage: npm run evidence:verify FILE -- --root FINGERPRINT
FINGERPRINT is the SHA-256 that the administrators were shown when the console was set up (PROOF_ROOT), 64 digits.
Take it from them, not from whoever gave you the file.`;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { root: { type: 'string' } } });
const [file] = positionals;
// As the administrators see it: in groups of four.
const root = values.root?.replaceAll(/\s/g, '').toLowerCase();
if (file === undefined || positionals.length > 1 || root === undefined || !/^[0-9a-f]{64}$/.test(root)) {
  console.error(USAGE);
  process.exit(1);
}
if (!existsSync(file)) {
  console.error(`The file ${file} does not exist.`);
  process.exit(1);
}
const verification = verifyEvidence(readLines(createReadStream(file)), root);
let first: string | undefined;
for (;;) {
  const next = await verification.next();
  if (next.done) {
    console.log(describeVerdict(next.value, { first, isRootGiven: true }));
    process.exitCode = next.value.holds ? 0 : 1;
    break;
  }
  if (next.value.kind === 'refused') first ??= describeFinding(next.value).join(' ');
  console.log(describeFinding(next.value).join('\n'));
}
