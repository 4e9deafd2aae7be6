import { describe, expect, it } from 'vitest';
import { type ResendProof, resendDenialReason } from '@/lib/sends/resend-proof';

const NEXT_WALK = new Date('2026-11-20T10:00:00Z');

function reasonFor(change: Partial<ResendProof>): string | undefined {
  return resendDenialReason({
    state: 'UNKNOWN',
    misses: 0,
    mirroredId: undefined,
    nextWalkAt: NEXT_WALK,
    quietMs: 300_000,
    ...change,
  });
}

describe('resendDenialReason', () => {
  it('names the transfer that has the reference, however many walks found nothing', () => {
    for (const misses of [0, 1, 2, 3])
      expect(reasonFor({ misses, mirroredId: 't-1' })).toMatch(/has transfer t-1 .* could pay twice\. Adopt/);
  });

  it('says when the second complete walk begins, a quiet period after the first', () => {
    expect(reasonFor({ misses: 0 })).toContain(
      '5 minutes apart; none has so far. The second search begins after 10:05:00 UTC.',
    );
    expect(reasonFor({ misses: 1 })).toMatch(/one has so far\.$/);
    expect(reasonFor({ misses: 2 })).toBeUndefined();
  });

  it('queues nothing again that was requested again, and nothing declined from before a restore', () => {
    expect(reasonFor({ state: 'REFUSED', isUnsent: true })).toBeUndefined();
    for (const state of ['REFUSED', 'HOLD'] as const)
      expect(reasonFor({ state, misses: 2, isUnsent: true, isFollowed: true })).toContain('already requested again');
    expect(reasonFor({ state: 'REFUSED', isUnsent: true, isBeforeRestore: true })).toContain('restored from a backup');
    expect(reasonFor({ state: 'REFUSED', isUnsent: true, mirroredId: 't-1' })).toMatch(/could pay twice\.$/);
  });

  it('says what else two people can do where no walk is due', () => {
    for (const change of [{ state: 'HOLD' as const }, { nextWalkAt: null }])
      expect(reasonFor({ misses: 1, ...change })).toContain('close this withdrawal as not sent and request it again');
    expect(reasonFor({ state: 'HOLD', misses: 2 })).toBeUndefined();
  });
});
