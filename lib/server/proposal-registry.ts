import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import type { ProposalKind } from '@/lib/proposals/proposals';
import { registryChange } from '@/lib/server/networks/registry-change';
import { policyChange } from '@/lib/server/policy/change';
import type { TwoPersonChange } from '@/lib/server/proposals/change';
import { recipientChange } from '@/lib/server/recipients/change';
import { resolveSendChange } from '@/lib/server/sends/resolve';
import { resumeSendingChange } from '@/lib/server/sends/stop';

/** A change whose payload was checked by its own schema; what it holds is the kind's own business. */
export type AnyChange = TwoPersonChange<unknown>;

// Each takes only what its own schema gave, which the one table of several kinds cannot say in types.
const CHANGES = {
  policy: policyChange,
  recipient: recipientChange,
  directory: registryChange,
  'release-stop': resumeSendingChange,
  'resolve-send': resolveSendChange,
} as unknown as Record<ProposalKind, AnyChange>;

export function findChange(kind: ProposalKind): AnyChange {
  return CHANGES[kind];
}

/** Whether two payloads are the same as they are kept, which is as JSON. */
export function isSamePayload(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(asKept(a), asKept(b));
}

function asKept(payload: unknown): unknown {
  return JSON.parse(JSON.stringify(payload));
}
