import 'server-only';
import { z } from 'zod';
import type { BalanceView } from '@/lib/balances/contract';
import type { Balances } from '@/lib/balances/decode-balances';
import type { Denial } from '@/lib/http/denials';
import { canSeeProfile, type Reader } from '@/lib/identity/reader';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { settings } from '@/lib/server/config/settings';
import { log } from '@/lib/server/observability/log';
import { now } from '@/lib/server/runtime/clock';
import { singleton } from '@/lib/server/runtime/singleton';
import { withTimeout } from '@/lib/server/runtime/timeout';
import { getBalances } from '@/lib/server/transfer-service/endpoints';
import { describeFailure } from '@/lib/server/transfer-service/problems';
import { canonicalId } from '@/lib/text/uuid';

// A person waits for it, and can do without it.
const TIMEOUT_MS = 2_000;
// So that typing does not spend the read budget; a failed read is kept as long.
const CACHE_MS = 10_000;
const MAX_CACHED = 1_000;

/** The balances of a profile, and when they were read. */
interface BalancesAt {
  balances: Balances;
  at: Date;
}

/**
 * Reads what a profile has available. Undefined where that is not known: balances are off, the reader may not see the
 * profile, or the service did not answer in time. Never throws.
 */
export async function readBalances(
  reader: Pick<Reader, 'visibleProfiles'>,
  profileId: string,
): Promise<BalancesAt | undefined> {
  if (settings().TRANSFER_SERVICE_BALANCES === 'off' || !canSeeProfile(reader, profileId)) return undefined;
  const cache = singleton(
    'balances',
    () => new Map<string, { read: Promise<BalancesAt | undefined>; until: number }>(),
  );
  const known = cache.get(profileId);
  if (known && known.until > performance.now()) return known.read;
  if (cache.size >= MAX_CACHED) cache.clear();
  const read = fetchBalances(profileId);
  cache.set(profileId, { read, until: performance.now() + CACHE_MS });
  return read;
}

async function fetchBalances(profileId: string): Promise<BalancesAt | undefined> {
  const at = now();
  try {
    const read = await withTimeout(
      TIMEOUT_MS,
      () => getBalances(profileId, TIMEOUT_MS),
      () => undefined,
    );
    if (read?.ok) return { balances: read.value, at };
    log.warn(describeFailure(read?.error ?? { kind: 'timeout' }), 'balances could not be read');
  } catch (error) {
    log.warn({ err: error }, 'balances could not be read');
  }
  return undefined;
}

const querySchema = z.object({ profile: z.string().min(1).max(128), asset: z.string().min(1).max(20) });

/** Reads what a profile has available of an asset, for the form. Takes unchecked query values. Null: not known. */
export async function readBalance(input: unknown): Promise<Result<BalanceView | null, Denial>> {
  const reader = await authorize('readWithdrawals', { limit: 'read' });
  if (!reader.ok) return reader;
  const query = querySchema.safeParse(input);
  if (!query.success) return ok(null);
  const { profile, asset } = query.data;
  const read = await readBalances(reader.value, canonicalId(profile));
  const available = read?.balances.get(asset);
  return ok(read && available !== undefined ? { asset, available, at: read.at.toISOString() } : null);
}
