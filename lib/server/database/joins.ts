import 'server-only';
import { and, type Column, eq } from 'drizzle-orm';
import { decisions } from '@/lib/server/database/schema/decisions';
import { proofEntries } from '@/lib/server/database/schema/proofs';

/** Matches the entry of the chain that a row rests on. */
export const isEntryOf = ({ root, position }: Record<'root' | 'position', Column>) =>
  and(eq(proofEntries.root, root), eq(proofEntries.position, position));

/** Matches the rows about a decision: one person's, on one version of a request. */
export const isOfDecision = ({ requestId, version, personId }: Record<'requestId' | 'version' | 'personId', Column>) =>
  and(eq(requestId, decisions.requestId), eq(version, decisions.version), eq(personId, decisions.personId));
