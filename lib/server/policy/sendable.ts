import 'server-only';
import type { Sendable } from '@/lib/withdrawals/sendable';
import { listNamedAssets } from '@/lib/policy/rules';
import { readNetworks } from '@/lib/server/networks/registry';
import { currentPolicy } from '@/lib/server/policy/read';

/** Reads what a withdrawal may name: the registry and the policy in force, and the networks of the configuration. */
export async function readSendable(): Promise<Sendable> {
  const [networks, { rules }] = await Promise.all([readNetworks(), currentPolicy()]);
  return { ...networks, policyAssets: listNamedAssets(rules) };
}
