import 'server-only';
import { desc } from 'drizzle-orm';
import { DEFAULT_REGISTRY, type Registry } from '@/lib/networks/assets';
import { registrySchema } from '@/lib/networks/registry';
import type { ProposalView } from '@/lib/proposals/proposals';
import { ok, type Result } from '@/lib/result';
import { database, type Transaction } from '@/lib/server/database/client';
import { registryVersions } from '@/lib/server/database/schema/proposals';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { withConfirmations } from '@/lib/server/proposals/confirmations';
import { listProposals } from '@/lib/server/proposals/read';

/** A registry that is or was in force; version 0 is the default registry of the console. */
export interface RegistryVersion {
  version: number;
  registry: Registry;
  /** ISO 8601; null for the default registry, like the two people. */
  activeFrom: string | null;
  proposedBy: string | null;
  confirmedBy: string | null;
  comment: string | null;
}

/** Data of the page of assets and networks. */
export interface AssetsView {
  current: RegistryVersion;
  /** Earlier versions, newest first, at most 50. */
  history: RegistryVersion[];
  /** Newest first; at most one is open. */
  proposals: ProposalView[];
}

const MAX_VERSIONS = 50;
const DEFAULT_VERSION: RegistryVersion = {
  version: 0,
  registry: DEFAULT_REGISTRY,
  activeFrom: null,
  proposedBy: null,
  confirmedBy: null,
  comment: null,
};

/**
 * Reads the registry of assets and networks in force: the newest that administrators confirmed, else the default one.
 * Needs no authorisation, since the registry is not secret.
 */
export async function readRegistry(transaction?: Transaction): Promise<Registry> {
  return (await currentRegistry(transaction)).registry;
}

/** Reads the registry in force together with its version. */
export async function currentRegistry(
  transaction?: Transaction,
): Promise<Pick<RegistryVersion, 'version' | 'registry'>> {
  const [row] = await (transaction ?? database())
    .select()
    .from(registryVersions)
    .orderBy(desc(registryVersions.version))
    .limit(1);
  return row ? { version: row.version, registry: registrySchema.parse(row.registry) } : DEFAULT_VERSION;
}

/** Reads the registry with its history and proposals, for a person who may read withdrawals. */
export async function readAssets(): Promise<Result<AssetsView, Denial>> {
  const person = await authorize('readWithdrawals');
  if (!person.ok) return person;
  const [[current = DEFAULT_VERSION, ...history], proposed] = await Promise.all([
    readVersions(),
    listProposals('directory', 'directory', person.value),
  ]);
  return ok({ current, history, proposals: proposed });
}

async function readVersions(): Promise<RegistryVersion[]> {
  const rows = await database()
    .select()
    .from(registryVersions)
    .orderBy(desc(registryVersions.version))
    .limit(MAX_VERSIONS);
  const versions = (await withConfirmations(rows)).map(({ row, confirmation }) => ({
    version: row.version,
    registry: registrySchema.parse(row.registry),
    activeFrom: row.activeFrom.toISOString(),
    ...confirmation,
  }));
  return rows.length < MAX_VERSIONS ? [...versions, DEFAULT_VERSION] : versions;
}
