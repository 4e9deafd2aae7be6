import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Denial } from '@/lib/http/denials';
import { canSeeProfile, type Reader } from '@/lib/identity/reader';
import { ok, type Result } from '@/lib/result';
import {
  findLimits,
  isOfOneWithdrawal,
  isVoid,
  keepNewest,
  learnLimit,
  type LearnedLimit,
  type LimitedWithdrawal,
} from '@/lib/risk/learned-limits';
import type { AttemptEvidence } from '@/lib/sends/explain-send';
import { authorize } from '@/lib/server/auth/authorize';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { visibleRequests } from '@/lib/server/database/visible-profiles';
import { log } from '@/lib/server/observability/log';
import { matchesAnyKey } from '@/lib/server/requests/limits/recipient-account';
import { withTimeout } from '@/lib/server/runtime/timeout';
import { storableText } from '@/lib/text/storable-text';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

// Limits are learned from the refusals that are stored with attempts to send: there is no table of them, and nothing
// that a policy could require. An asset's limit is no secret of a profile; what is known of an address or a fee follows
// the rights to the request that taught it, and so do the withdrawals that make it void.

const MAX_REFUSALS = 1_000;
// Longer answers are not read: they teach nothing that a person would read.
const MAX_EVIDENCE_BYTES = 8_000;
const MAX_ACCEPTED = 20;
const TIMEOUT_MS = 2_000;

const querySchema = z.object({
  network: storableText().min(1).max(64),
  asset: storableText().min(1).max(20),
  address: storableText().max(128),
  feeId: storableText().max(128),
});

/** Finds the limits that concern a withdrawal that is being prepared. Takes unchecked query values. */
export async function findLearnedLimits(input: unknown): Promise<Result<LearnedLimit[], Denial>> {
  const reader = await authorize('readWithdrawals', { limit: 'read' });
  if (!reader.ok) return reader;
  const query = querySchema.safeParse(input);
  if (!query.success) return ok([]);
  const { network, asset, address, feeId } = query.data;
  const body = {
    crypto_network: network,
    asset,
    destination_address: address,
    ...(feeId !== '' && { fee_id: feeId }),
  };
  return ok(await readLearnedLimits(reader.value, [body]));
}

/**
 * Reads the limits that the service named in refusals and that still hold, as far as they concern these withdrawals;
 * not those of the requests `exceptIds`. None where they cannot be read: nothing depends on them.
 */
export async function readLearnedLimits(
  reader: Reader,
  bodies: readonly LimitedWithdrawal[],
  exceptIds: readonly string[] = [],
): Promise<LearnedLimit[]> {
  try {
    return await withTimeout(
      TIMEOUT_MS,
      async (signal) => {
        const learned = await readRefusals(reader, { bodies, exceptIds }, signal);
        const concerned = new Set(bodies.flatMap((body) => findLimits(learned, body)));
        const held = await Promise.all(
          [...concerned].map(async (limit) => !isVoid(limit, await readAccepted(reader, limit, signal))),
        );
        return [...concerned].filter((_, index) => held[index]);
      },
      () => {
        throw new Error(`reading learned limits took longer than ${TIMEOUT_MS} ms`);
      },
    );
  } catch (error) {
    log.warn({ err: error }, 'learned limits could not be read; none are shown');
    return [];
  }
}

async function readRefusals(
  reader: Reader,
  { bodies, exceptIds }: { bodies: readonly LimitedWithdrawal[]; exceptIds: readonly string[] },
  signal: AbortSignal,
): Promise<LearnedLimit[]> {
  const networks = [...new Set(bodies.map(({ crypto_network }) => crypto_network))];
  if (networks.length === 0) return [];
  const rows = await readRows<{ at: Date; evidence: Partial<AttemptEvidence> | null; body: Buffer }>(
    sql`
      select refusals.ended_at as at, refusals.evidence, versions.body
      from (
        select request_id, ended_at, evidence from send_attempts
        where reason in ('refused', 'refused-after-doubt')
        order by ended_at desc limit ${MAX_REFUSALS}
      ) as refusals
      join withdrawal_requests requests on requests.id = refusals.request_id
      join request_versions versions on versions.request_id = requests.id and versions.version = requests.version
      where versions.network = any(${sql.param(networks)}::text[])
        and requests.id <> all(${sql.param(exceptIds)}::uuid[])
        and octet_length(refusals.evidence::text) <= ${MAX_EVIDENCE_BYTES}`,
    signal,
  );
  const learned = rows.flatMap(({ at, evidence, body: bytes }) => {
    const body = parseWithdrawalBody(bytes);
    const limit = evidence?.problem && learnLimit(at.toISOString(), evidence.problem, body);
    return limit && (!isOfOneWithdrawal(limit) || canSeeProfile(reader, body.profile_id)) ? [limit] : [];
  });
  return keepNewest(learned);
}

/** Reads withdrawals that the service accepted after the refusal, although the limit would not allow them. */
async function readAccepted(
  reader: Reader,
  limit: LearnedLimit,
  signal: AbortSignal,
): Promise<{ at: string; body: LimitedWithdrawal }[]> {
  const condition = isBeyond(limit);
  if (condition === undefined) return [];
  const visible = isOfOneWithdrawal(limit) ? visibleRequests(reader, sql`versions.body`) : undefined;
  const rows = await readRows<{ at: Date; body: Buffer }>(
    sql`
      select versions.body, attempts.started_at as at
      from request_versions versions
      join withdrawal_requests requests on requests.id = versions.request_id and requests.version = versions.version
      join sends on sends.request_id = requests.id
      join send_attempts attempts on attempts.request_id = requests.id
      where ${condition} and versions.network = ${limit.network}
        and sends.state = 'ACCEPTED' and sends.transfer_status is distinct from 'FAILED'
        and attempts.started_at > ${limit.at}::timestamptz and ${visible ?? sql`true`}
      limit ${MAX_ACCEPTED}`,
    signal,
  );
  return rows.map(({ at, body }) => ({ at: at.toISOString(), body: parseWithdrawalBody(body) }));
}

/** Selects versions that a limit would not allow, by an index. None for a fee quote: once over, it stays so. */
function isBeyond(limit: LearnedLimit): SQL | undefined {
  if (limit.kind === 'fee') return undefined;
  if (limit.kind === 'address') return matchesAnyKey(sql`versions.recipient_key`, [limit.recipient]);
  const ofAsset = sql`versions.asset = ${limit.asset} and versions.fixed_asset = ${limit.asset}`;
  switch (limit.kind) {
    case 'minimum':
      return sql`${ofAsset} and versions.fixed_amount < ${limit.limit}::numeric`;
    case 'maximum':
      return sql`${ofAsset} and (-versions.fixed_amount) < -${limit.limit}::numeric
        and request_member(versions.body, 'amount') <> ''`;
    case 'decimals':
      return sql`${ofAsset} and scale(versions.fixed_amount) >= ${limit.decimals}`;
  }
}
