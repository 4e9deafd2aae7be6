// Checks an export of the audit log, without the console and without its database.
import { createReadStream, existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { verifyExport } from '@/scripts/audit/verify-export';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { head: { type: 'string' } } });
const [file] = positionals;
if (file === undefined || positionals.length > 1 || !existsSync(file)) {
  console.error(
    file === undefined || positionals.length > 1
      ? 'Use: npm run audit:verify FILE [-- --head HASH]'
      : `There is no file ${file}.`,
  );
  process.exit(1);
}
const found = await verifyExport(createReadStream(file), values.head);
if (found.isRight) {
  const { entries, firstSeq, lastHash } = found;
  if (firstSeq > 1)
    console.log(`The file begins at entry ${firstSeq}, which can only be checked with what stands before it.`);
  console.log(`${entries} ${entries === 1 ? 'entry is' : 'entries are'} right. The last hash is ${lastHash}.`);
  if (values.head === undefined)
    console.log('Whether entries are missing at the end only --head shows, with the hash that the page “Audit” shows.');
} else {
  console.error(`Line ${found.line} is wrong. ${found.reason} Entries that are right before it: ${found.entries}.`);
  process.exitCode = 1;
}
