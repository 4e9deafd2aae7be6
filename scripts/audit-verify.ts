// npm run audit:verify: checks exports of the audit log, without the console or its database.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readFile } from '@/scripts/audit/read-file';
import { createVerifiers } from '@/scripts/audit/verifiers';
import { readHead, type Verification, verifyExports } from '@/scripts/audit/verify-export';

const USAGE = `Usage: npm run audit:verify FILE... [-- --head SEQ:HASH]...
Give exports that continue each other oldest first. A file that ends in .gz is unpacked.
A head is what a log line, a metric or the page “Audit” has shown; at least 12 digits of its hash. The chain must contain it.
HASH alone is the head at the end of the last file. With the whole hash of the entry before the first, that one is checked too.`;

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { head: { type: 'string', multiple: true, default: [] } },
});
const heads = values.head.map(readHead);
if (files.length === 0 || heads.includes(undefined)) fail(USAGE);
const absent = files.find((file) => !existsSync(file));
if (absent !== undefined) fail(`The file ${absent} does not exist.`);

const verifiers = createVerifiers();
try {
  const known = heads.filter((head) => head !== undefined);
  report(await verifyExports(files.map(readFile), { heads: known, verify: verifiers.verify }));
} catch (error) {
  // Such as a file that is not packed as its name says.
  fail(`The files cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
} finally {
  await verifiers.end();
}

function report(result: Verification): void {
  if (!result.isValid) {
    const { file, line, reason, entries } = result;
    const place = files.length === 1 ? `Line ${line}` : `Line ${line} of ${files[file]}`;
    return fail(`${place} is invalid. ${reason} Valid entries before this line: ${entries}.`);
  }
  const { entries, firstSeq, lastSeq, lastHash } = result;
  if (entries === lastSeq - firstSeq)
    console.log(
      `The ${files.length === 1 ? 'file begins' : 'files begin'} at entry ${firstSeq}; this entry cannot be checked without the entry before it: give the export before, or its whole hash as --head ${firstSeq - 1}:HASH.`,
    );
  console.log(`${entries} ${entries === 1 ? 'entry is' : 'entries are'} valid. The last hash is ${lastHash}.`);
  if (heads.length === 0)
    console.log(
      'To detect a log that was cut off or rewritten, add --head SEQ:HASH with a head from a shipped log or the page “Audit”.',
    );
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
