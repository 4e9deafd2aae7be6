import { readFile } from '@/scripts/audit/read-file';
import { createVerifiers } from '@/scripts/audit/verifiers';
import { verifyExports } from '@/scripts/audit/verify-export';

/** Verifies that a file has every entry of a range, from the hash before to the last. Throws where it has not. */
export async function verifyArchive(
  file: string,
  {
    firstSeq,
    lastSeq,
    previousHash,
    lastHash,
  }: { firstSeq: number; lastSeq: number; previousHash: string; lastHash: string },
): Promise<void> {
  const verifiers = createVerifiers();
  try {
    const heads = [
      { seq: lastSeq, hash: lastHash },
      ...(firstSeq > 1 ? [{ seq: firstSeq - 1, hash: previousHash }] : []),
    ];
    const result = await verifyExports([readFile(file)], { heads, verify: verifiers.verify });
    if (!result.isValid) throw new Error(`line ${result.line} of ${file} is invalid: ${result.reason}`);
    if (result.firstSeq !== firstSeq || result.entries !== lastSeq - firstSeq + 1)
      throw new Error(`${file} has ${result.entries} entries from ${result.firstSeq} on that can be checked`);
  } finally {
    await verifiers.end();
  }
}
