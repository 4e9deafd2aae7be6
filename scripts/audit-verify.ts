// npm run audit:verify: checks an export of the audit log, without the console or its database.
import { createReadStream, existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readHead, verifyExport } from '@/scripts/audit/verify-export';

const USAGE = `Usage: npm run audit:verify FILE [-- --head SEQ:HASH]...
A head is what a log line, a metric or the page “Audit” has shown; at least 12 digits of its hash. The chain must contain it.
HASH alone is the head at the end of the file.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { head: { type: 'string', multiple: true, default: [] } },
});
const [file] = positionals;
const heads = values.head.map(readHead);
if (file === undefined || positionals.length > 1 || heads.includes(undefined) || !existsSync(file)) {
  const isMissing = file !== undefined && positionals.length === 1 && !heads.includes(undefined);
  console.error(isMissing ? `The file ${file} does not exist.` : USAGE);
  process.exit(1);
}
const result = await verifyExport(
  createReadStream(file),
  heads.filter((head) => head !== undefined),
);
if (result.isValid) {
  const { entries, firstSeq, lastHash } = result;
  if (firstSeq > 1)
    console.log(`The file begins at entry ${firstSeq}; this entry cannot be checked without the entry before it.`);
  console.log(`${entries} ${entries === 1 ? 'entry is' : 'entries are'} valid. The last hash is ${lastHash}.`);
  if (heads.length === 0)
    console.log(
      'To detect a log that was cut off or rewritten, add --head SEQ:HASH with a head from a shipped log or the page “Audit”.',
    );
} else {
  console.error(`Line ${result.line} is invalid. ${result.reason} Valid entries before this line: ${result.entries}.`);
  process.exitCode = 1;
}
