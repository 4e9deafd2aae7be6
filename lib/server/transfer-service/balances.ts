import 'server-only';
import { type Balances, decodeBalances } from '@/lib/balances/decode-balances';
import type { ServiceFailure } from '@/lib/http/problems';
import { isSafeSegment } from '@/lib/http/safe-segment';
import { fail, ok, type Result } from '@/lib/result';
import { callService } from '@/lib/server/transfer-service/call';
import { parseJson } from '@/lib/server/transfer-service/problems';

/**
 * Reads the balances of a profile in all its assets, as far as they can be read. A background read: it never delays
 * one without which a page is empty. docs/specification/service-facts.md#balances
 */
export async function getBalances(profileId: string, withinMs: number): Promise<Result<Balances, ServiceFailure>> {
  if (!isSafeSegment(profileId)) return fail({ kind: 'unreadable', status: 400, cause: 'not a segment of a path' });
  const path = `/v2/profiles/${encodeURIComponent(profileId)}/balances`;
  const answer = await callService({ operation: 'balances', path, priority: 'background', withinMs });
  return answer.ok ? ok(decodeBalances(parseJson(answer.value.body))) : answer;
}
