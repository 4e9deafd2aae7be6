// npm run audit:verify: checks an export of the audit log, without the console or its database.
import { createReadStream, existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { verifyExport } from '@/scripts/audit/verify-export';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { head: { type: 'string' } } });
const [file] = positionals;
if (file === undefined || positionals.length > 1 || !existsSync(file)) {
  console.error(
    file === undefined || positionals.length > 1
      ? 'Usage: npm run audit:verify FILE [-- --head HASH]'
      : `The file ${file} does not exist.`,
  );
  process.exit(1);
}
const result = await verifyExport(createReadStream(file), values.head);
if (result.isValid) {
  const { entries, firstSeq, lastHash } = result;
  if (firstSeq > 1)
    console.log(`The file begins at entry ${firstSeq}; this entry cannot be checked without the entry before it.`);
  console.log(`${entries} ${entries === 1 ? 'entry is' : 'entries are'} valid. The last hash is ${lastHash}.`);
  if (values.head === undefined)
    console.log('To detect entries missing at the end, add --head with the hash that the page “Audit” shows.');
} else {
  console.error(`Line ${result.line} is invalid. ${result.reason} Valid entries before this line: ${result.entries}.`);
  process.exitCode = 1;
}
