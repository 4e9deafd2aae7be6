import 'server-only';
import { sanitizeText } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { type LimitScope, measureOf, type TimeLimit } from '@/lib/policy/time-limits';
import { accountKey } from '@/lib/recipients/account';
import { type AssetTotal, sumByAsset } from '@/lib/requests/bundles/batches';
import { visibleRequests, visibleTransfers } from '@/lib/server/database/visible-profiles';
import { isOfAccount, isToAccount } from '@/lib/server/requests/limits/recipient-account';
import { canonicalId } from '@/lib/text/uuid';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** A withdrawal for which use is read. */
export interface LimitSubject {
  body: WithdrawalBody;
  requesterId: string;
  /**
   * Everything that the submission saves, which counts together: the items of a batch, or a test payment and its
   * remainder. Undefined for the withdrawal alone.
   */
  submission?: readonly WithdrawalBody[];
  /** The request that the withdrawal belongs to already; it does not count against itself. */
  requestId?: string;
  /** Whose profiles alone count, where a person who does not see every profile asks and nothing is saved. */
  seen?: Reader | undefined;
  /** Set at the claim: only versions that were saved earlier count, and those of the same submission. */
  savedAs?: { position: number; bundleId: string | null };
}

/** Gives what a submission adds to the use of a limit where it counts together with a withdrawal, by asset. */
export function sumSubmission(overTime: TimeLimit, { body, submission }: LimitSubject): readonly AssetTotal[] {
  return (submission && sumsByScope(overTime, submission).get(describeScope(overTime, { body }))) ?? sumByAsset([body]);
}

// Each item of a batch asks for the same sums under the same limits.
const knownSums = new WeakMap<readonly WithdrawalBody[], Map<string, Map<string, AssetTotal[]>>>();

function sumsByScope(overTime: TimeLimit, bodies: readonly WithdrawalBody[]): Map<string, AssetTotal[]> {
  const byMeasure = knownSums.get(bodies) ?? new Map<string, Map<string, AssetTotal[]>>();
  knownSums.set(bodies, byMeasure);
  const measure = measureOf(overTime);
  const known = byMeasure.get(measure);
  if (known) return known;
  const members = new Map<string, WithdrawalBody[]>();
  for (const body of bodies) {
    const scope = describeScope(overTime, { body });
    const together = members.get(scope) ?? [];
    together.push(body);
    members.set(scope, together);
  }
  const sums = new Map([...members].map(([scope, together]) => [scope, sumByAsset(together)]));
  byMeasure.set(measure, sums);
  return sums;
}

/** A sum in units of an asset counts that asset alone. */
function scopesOf(by: readonly LimitScope[], { kind }: TimeLimit['limit']): LimitScope[] {
  return [...new Set([...by, ...(kind === 'sum' ? ['asset' as const] : [])])];
}

/** Names what a limit counts together with a withdrawal: two have the same name where they count together. */
export function describeScope(
  { by, limit }: TimeLimit,
  { body, requesterId = '' }: Partial<LimitSubject> & { body: WithdrawalBody },
): string {
  const names: Record<LimitScope, () => string> = {
    requester: () => requesterId,
    profile: () => canonicalId(body.profile_id).toLowerCase(),
    recipient: () => accountKey(body),
    asset: () => body.asset.toUpperCase(),
    network: () => body.crypto_network,
  };
  return JSON.stringify(scopesOf(by, limit).map((scope) => names[scope]()));
}

/** Makes the conditions on a request `r` with its version `v` to count together with a withdrawal. */
export function requestConditions(
  { by, limit }: TimeLimit,
  { body, accounts, requestId, savedAs, seen }: LimitSubject & { accounts: readonly string[] },
): SQL[] {
  const conditions: Record<LimitScope, () => SQL> = {
    requester: () => sql`r.requester_id = any(${sql.param([...accounts])}::uuid[])`,
    profile: () => sql`lower(v.profile_id) = lower(${canonicalId(body.profile_id)})`,
    recipient: () => isOfAccount(sql`v.recipient_key`, body),
    asset: () => sql`upper(v.asset) = upper(${body.asset})`,
    network: () => sql`v.network = ${body.crypto_network}`,
  };
  return [
    ...scopesOf(by, limit).map((scope) => conditions[scope]()),
    ...(seen ? [visibleRequests(seen, sql`v.body`) ?? sql`true`] : []),
    ...(requestId === undefined ? [] : [sql`r.id <> ${requestId}::uuid`]),
    ...(savedAs
      ? [sql`(v.position < ${savedAs.position} or (r.bundle_id = ${savedAs.bundleId}::uuid and v.version = 1))`]
      : []),
  ];
}

/** Makes the conditions on a transfer to count together with a withdrawal. */
export function transferConditions({ by, limit }: TimeLimit, { body, seen }: LimitSubject): SQL[] {
  const conditions: Record<Exclude<LimitScope, 'requester'>, () => SQL> = {
    profile: () => sql`lower(profile_id) = any(${sql.param(listSpellings(body.profile_id))}::text[])`,
    recipient: () => isToAccount(body),
    asset: () =>
      sql`asset = any(${sql.param([...new Set([body.asset, body.asset.toUpperCase()])].map(sanitizeText))}::text[])`,
    network: () => sql`network = ${sanitizeText(body.crypto_network)}`,
  };
  return [
    ...scopesOf(by, limit).flatMap((scope) => (scope === 'requester' ? [] : [conditions[scope]()])),
    ...(seen ? visibleTransfers(seen) : []),
  ];
}

const listSpellings = (id: string) =>
  [id, canonicalId(id), canonicalId(id).replaceAll('-', '')].map((spelling) => sanitizeText(spelling).toLowerCase());
