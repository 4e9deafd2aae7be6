import 'server-only';
import { desc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { DEFAULT_REGISTRY, type Registry } from '@/lib/networks/assets';
import { registrySchema } from '@/lib/networks/registry';
import type { ProposalView } from '@/lib/proposals/proposals';
import { ok, type Result } from '@/lib/result';
import { database, type Transaction } from '@/lib/server/database/client';
import { registryVersions, people, proposals } from '@/lib/server/database/schema';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { listProposals } from '@/lib/server/proposals/read';

/** A table that is or was in force; version 0 is the one that the console comes with. */
export interface RegistryVersion {
  version: number;
  directory: Registry;
  /** Null, as who brought it, for the console's own. */
  activeFrom: string | null;
  proposedBy: string | null;
  confirmedBy: string | null;
  comment: string | null;
}

/** Everything that the page of assets and networks shows. */
export interface AssetsView {
  current: RegistryVersion;
  /** The versions before it, newest first, at most so many as are worth reading. */
  history: RegistryVersion[];
  /** Newest first; at most one is open. */
  proposals: ProposalView[];
}

const MOST_VERSIONS = 50;
const OWN: RegistryVersion = {
  version: 0,
  directory: DEFAULT_REGISTRY,
  activeFrom: null,
  proposedBy: null,
  confirmedBy: null,
  comment: null,
};

/** The table of assets and networks in force: the newest that administrators put in place, else the console's own. Authorises nobody: it is no secret. */
export async function readRegistry(transaction?: Transaction): Promise<Registry> {
  return (await currentRegistry(transaction)).directory;
}

/** The same with its number. */
export async function currentRegistry(
  transaction?: Transaction,
): Promise<Pick<RegistryVersion, 'version' | 'directory'>> {
  const [row] = await (transaction ?? database())
    .select()
    .from(registryVersions)
    .orderBy(desc(registryVersions.version))
    .limit(1);
  return row ? { version: row.version, directory: registrySchema.parse(row.directory) } : OWN;
}

/** The table with its history and what is proposed, for whoever may read withdrawals. */
export async function readAssets(): Promise<Result<AssetsView, Denial>> {
  const person = await authorize('readWithdrawals');
  if (!person.ok) return person;
  const [[current = OWN, ...history], asked] = await Promise.all([
    readVersions(),
    listProposals('directory', 'directory', person.value),
  ]);
  return ok({ current, history, proposals: asked });
}

async function readVersions(): Promise<RegistryVersion[]> {
  const confirmer = alias(people, 'confirmer');
  const rows = await database()
    .select({
      row: registryVersions,
      proposedBy: people.name,
      confirmedBy: confirmer.name,
      comment: proposals.comment,
    })
    .from(registryVersions)
    .leftJoin(proposals, eq(proposals.id, registryVersions.proposalId))
    .leftJoin(people, eq(people.id, proposals.proposedBy))
    .leftJoin(confirmer, eq(confirmer.id, proposals.decidedBy))
    .orderBy(desc(registryVersions.version))
    .limit(MOST_VERSIONS);
  const versions = rows.map(({ row, ...brought }) => ({
    version: row.version,
    directory: registrySchema.parse(row.directory),
    activeFrom: row.activeFrom.toISOString(),
    ...brought,
  }));
  return rows.length < MOST_VERSIONS ? [...versions, OWN] : versions;
}
