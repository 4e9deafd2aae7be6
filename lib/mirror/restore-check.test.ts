import { describe, expect, it } from 'vitest';
import { computeRestoreCheck, restoreCheckBlockReason } from '@/lib/mirror/restore-check';
import { beginWalk, type SyncState } from '@/lib/mirror/sync';

const RESTORE = { restoredAt: '2026-11-20T10:00:00.000Z', auditSeq: 7, auditHash: 'a' };
const BEFORE = '2026-11-20T09:59:59.999Z';
const AFTER = '2026-11-20T10:00:00.001Z';
const ended = (startedAt: string) => ({ startedAt, endedAt: '2026-11-20T11:00:00Z', records: 5, pages: 1 });
const check = (state: SyncState) => computeRestoreCheck(state, RESTORE);

describe('the full check after a restore', () => {
  it('is complete only by a whole walk that began after the restore', () => {
    expect(check({}).isComplete).toBe(false);
    expect(check({ lastWalk: ended(BEFORE) }).isComplete).toBe(false);
    expect(check({ lastWalk: ended(AFTER), incomplete: 'records are missing' }).isComplete).toBe(false);
    expect(check({ lastWalk: ended(AFTER), incomplete: null }).isComplete).toBe(true);
  });

  it('says how far it is while sending cannot resume', () => {
    const walk = { ...beginWalk(AFTER, 50_000), records: 12_300 };
    expect(restoreCheckBlockReason(check({ walk }))).toContain('12,300 of at least 50,000 read so far');
    expect(restoreCheckBlockReason(check({ walk: { ...walk, startedAt: BEFORE } }))).toContain(': 0 read so far');
    expect(restoreCheckBlockReason(check({ lastWalk: ended(AFTER) }))).toBeUndefined();
    expect(restoreCheckBlockReason(null)).toBeUndefined();
  });
});
