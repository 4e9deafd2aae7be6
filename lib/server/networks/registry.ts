import 'server-only';
import { type Registry, registryWith } from '@/lib/networks/assets';
import type { Sendable } from '@/lib/withdrawals/sendable';
import { NETWORK_IDS } from '@/lib/networks/networks';
import { registrySchema } from '@/lib/networks/registry';
import type { ProposalView } from '@/lib/proposals/proposals';
import { ok, type Result } from '@/lib/result';
import type { Transaction } from '@/lib/server/database/client';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { settings } from '@/lib/server/config/settings';
import { listProposals } from '@/lib/server/proposals/read';
import { readSetting, readSettingVersions, type Setting, type SettingVersion } from '@/lib/server/settings/versions';
import { compareRegistries } from '@/lib/networks/registry-changes';
import { changeOf } from '@/lib/server/proposals/change-setting';

/** A registry that is or was in force; version 0 is the default registry of the console. */
export interface RegistryVersion extends Omit<SettingVersion<Registry>, 'value'> {
  registry: Registry;
}

/** Data of the page of assets and networks. */
export interface AssetsView {
  current: RegistryVersion;
  /** Earlier versions, newest first, at most 50. */
  history: RegistryVersion[];
  /** Newest first; at most one is open. */
  proposals: ProposalView[];
}

/** The registry of assets and networks, which two administrators change. */
const REGISTRY: Setting<Registry> = {
  kind: 'registry',
  schema: registrySchema,
  get initial() {
    return registryWith(settings().TRANSFER_SERVICE_NETWORKS);
  },
};

/**
 * Reads the registry of assets and networks in force: the newest that administrators confirmed, else the default one.
 * Needs no authorisation, since the registry is not secret.
 */
export async function readRegistry(transaction?: Transaction): Promise<Registry> {
  return (await currentRegistry(transaction)).registry;
}

/** Reads the registry in force, with what the configuration says of the service: networks, beneficiary, balances. */
export async function readNetworks(transaction?: Transaction): Promise<Omit<Sendable, 'policyAssets'>> {
  const { TRANSFER_SERVICE_NETWORKS, TRANSFER_SERVICE_BENEFICIARY, TRANSFER_SERVICE_FEES, TRANSFER_SERVICE_BALANCES } =
    settings();
  return {
    ...(await readRegistry(transaction)),
    serviceNetworks: [...NETWORK_IDS, ...TRANSFER_SERVICE_NETWORKS],
    beneficiary: TRANSFER_SERVICE_BENEFICIARY,
    quotesFees: TRANSFER_SERVICE_FEES === 'on',
    hasBalances: TRANSFER_SERVICE_BALANCES === 'on',
  };
}

/** Reads the registry in force together with its version. */
export async function currentRegistry(
  transaction?: Transaction,
): Promise<Pick<RegistryVersion, 'version' | 'registry'>> {
  const { version, value } = await readSetting(REGISTRY, transaction);
  return { version, registry: value };
}

/** Reads the registry with its history and proposals, for a person who may read withdrawals. */
export async function readAssets(): Promise<Result<AssetsView, Denial>> {
  const person = await authorize('readWithdrawals');
  if (!person.ok) return person;
  const [[current, ...history], proposed] = await Promise.all([
    readSettingVersions(REGISTRY, ({ value, ...version }) => ({ ...version, registry: value })),
    listProposals('registry', 'registry', person.value),
  ]);
  return ok({ current, history, proposals: proposed });
}

/**
 * Replaces the registry of assets and networks by the proposed one, unless another version came into force since the
 * proposal was written.
 */
export const registryChange = changeOf<Registry>(REGISTRY, {
  isSame: (before, after) => compareRegistries(before, after).length === 0,
  same: 'The proposed table is the same as the one in force.',
  outdated: () => 'The table has changed since this change was proposed. Propose the change again.',
});
