// npm run evidence:verify: checks an evidence file without the console, its database or any network.
import { createReadStream, existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readLines } from '@/lib/proof/evidence/read-lines';
import { type EvidenceFinding, verifyEvidence } from '@/lib/proof/evidence/verify-evidence';

const USAGE = `Usage: npm run evidence:verify FILE -- --root FINGERPRINT
FINGERPRINT is the SHA-256 that the administrators were shown when the console was set up (PROOF_ROOT), 64 digits.
Take it from them, not from whoever gave you the file.`;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { root: { type: 'string' } } });
const [file] = positionals;
const { root } = values;
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
    const { holds, withdrawals } = next.value;
    const count = withdrawals === 1 ? '1 withdrawal holds' : `${withdrawals} withdrawals hold`;
    console.log(holds ? `Verified: ${count}.` : `Not verified. ${first} ${count}.`);
    process.exitCode = holds ? 0 : 1;
    break;
  }
  if (next.value.kind === 'refused') first ??= describe(next.value).join(' ');
  console.log(describe(next.value).join('\n'));
}

function describe(finding: EvidenceFinding): string[] {
  switch (finding.kind) {
    case 'withdrawal':
      return finding.lines;
    case 'refused':
      return [`Line ${finding.line} does not hold: ${finding.refusal.sentence} (${finding.refusal.name})`];
    case 'chain':
      return [
        `The chain of statements has ${finding.entries} entries and ends with ${finding.head}.`,
        'Compare this head with one from a shipped log: a file that ends earlier may leave statements out.',
      ];
    case 'stated':
      return [`Stated by the console, not signed: ${finding.text}`];
  }
}
