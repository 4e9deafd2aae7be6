import 'server-only';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { sha256Hex } from '@/lib/proof/bytes';
import { readStatement } from '@/lib/proof/statement';
import { entryAfter, recipientPayloadSchema } from '@/lib/recipients/changes';
import { keyOfEntry, type RecipientEntry } from '@/lib/recipients/recipients';
import type { Reader } from '@/lib/identity/reader';
import type { Transaction } from '@/lib/server/database/client';
import { proofEntries } from '@/lib/server/database/schema/proofs';
import { proposals } from '@/lib/server/database/schema/proposals';
import { recipients } from '@/lib/server/database/schema/recipients';
import { visibleRecipients } from '@/lib/server/database/visible-profiles';
import { readKeyList } from '@/lib/server/passkeys/key-list/chain';
import { findUnsignedChange } from '@/lib/server/passkeys/signed-changes';

/**
 * Finds which of these recipients (`recipientKey`) have an active entry of the address book that two people signed. The
 * newest signed statement about the entry decides, not the row (docs/decisions/0037-changes-are-signed.md). `seen`: who
 * must see an entry for it to count.
 */
export async function findSignedRecipients(
  reader: Pick<Transaction, 'select'>,
  keys: readonly string[],
  seen?: Reader,
): Promise<Set<string>> {
  const rows = await reader
    .select({ id: recipients.id, key: recipients.recipientKey, proposed: proposals.subject })
    .from(recipients)
    .leftJoin(proposals, eq(proposals.id, recipients.proposalId))
    .where(
      and(eq(recipients.state, 'ACTIVE'), inArray(recipients.recipientKey, [...keys]), seen && visibleRecipients(seen)),
    );
  const signed = new Set<string>();
  for (const { id, key, proposed } of rows) {
    // An import is signed about an ID of its own.
    const entry = await readSignedEntry(reader, id, [id, ...(proposed === null ? [] : [proposed])]);
    if (entry && keyOfEntry(entry) === key) signed.add(key);
  }
  return signed;
}

/**
 * Reads an entry as the newest statement about it that counts says; undefined where there is none, or it is retired.
 */
async function readSignedEntry(
  reader: Pick<Transaction, 'select'>,
  id: string,
  subjects: readonly string[],
): Promise<RecipientEntry | undefined> {
  const read = await readKeyList(reader);
  if (!read) return undefined;
  const rows = await reader
    .select({ statement: proofEntries.statement, content: proofEntries.content })
    .from(proofEntries)
    .where(
      and(
        eq(proofEntries.root, read.root.fingerprint),
        eq(proofEntries.kind, 'recipient'),
        inArray(proofEntries.subject, [...subjects]),
      ),
    )
    .orderBy(desc(proofEntries.position));
  for (const { statement, content } of rows) {
    const stated = readStatement(statement);
    if (!stated.ok || (await sha256Hex(content)) !== stated.value.sha256) continue;
    const { kind, subject, sha256 } = stated.value;
    if (await findUnsignedChange(reader, { kind, subject, sha256 })) continue;
    const payload = recipientPayloadSchema.safeParse(JSON.parse(content));
    const change = payload.success ? payload.data.changes.find((other) => other.id === id) : undefined;
    if (change) return entryAfter(change);
  }
  return undefined;
}
