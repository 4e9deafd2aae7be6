import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepDecision, takeDecision } from '@/app/(console)/withdrawals/[id]/_decision/kept-decision';

type Facts = Parameters<typeof takeDecision>[1];

const REQUEST: Facts = { id: 'r1', version: 2, bodySha256: 'aa', bundle: null };
const BROKEN = JSON.stringify({
  personId: 'one',
  version: 2,
  sha256: 'aa',
  comment: '',
  atMs: Date.now(),
  batch: { seen: { 3: 7 }, chosen: {}, amounts: {}, isOpen: true },
});
const KEY = 'countersign.decision.r1';

/** A tab's storage with only what is used of it. */
function createStorage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  } as Storage;
}

function keep(): Storage {
  const storage = createStorage();
  keepDecision(storage, REQUEST, { personId: 'one', comment: 'looks right' });
  return storage;
}

describe('a decision that waits for a renewed sign-in', () => {
  afterEach(() => void vi.useRealTimers());

  it('comes back once, with its comment and without a vote', () => {
    const storage = keep();
    expect(takeDecision(storage, REQUEST, 'one')).toEqual({ comment: 'looks right' });
    expect(takeDecision(storage, REQUEST, 'one')).toBeUndefined();
  });

  it.each<[string, Partial<Facts>, string]>([
    ['another person', {}, 'two'],
    ['another version', { version: 3 }, 'one'],
    ['other bytes', { bodySha256: 'bb' }, 'one'],
    ['a test payment in its place', { bundle: { kind: 'test-payment', sha256: 'cc' } as Facts['bundle'] }, 'one'],
  ])('comes back empty and says so with %s, and is gone then', (_what, change, personId) => {
    const storage = keep();
    const returned = takeDecision(storage, { ...REQUEST, ...change }, personId);
    expect(returned?.comment).toBe('');
    expect(returned?.warning).toMatch(/not kept/);
    expect(JSON.stringify(returned)).not.toContain('looks right');
    expect(takeDecision(storage, REQUEST, 'one')).toBeUndefined();
  });

  it('comes back with the looks at a batch, and to another person without them', () => {
    const batch = { seen: { 3: 'name' }, chosen: { name: '0xaa' }, amounts: { name: '2.3' }, isOpen: true };
    const storage = createStorage();
    const keepBatch = () => keepDecision(storage, REQUEST, { personId: 'one', comment: 'fine', batch });
    keepBatch();
    expect(takeDecision(storage, REQUEST, 'one')).toEqual({ comment: 'fine', batch });
    keepBatch();
    const other = takeDecision(storage, REQUEST, 'two');
    expect(other).toEqual({ comment: '', warning: expect.stringContaining('looks were not kept') as string });
    expect(takeDecision(storage, REQUEST, 'one')).toBeUndefined();
  });

  it('does not come back for another request, nor after the time of a sign-in', () => {
    const storage = keep();
    expect(takeDecision(storage, { ...REQUEST, id: 'r2' }, 'one')).toBeUndefined();
    vi.useFakeTimers({ now: Date.now() + 11 * 60_000 });
    expect(takeDecision(storage, REQUEST, 'one')).toBeUndefined();
  });

  it('does not come back where the sign-in was given up, nor after a later one', () => {
    const storage = keep();
    expect(takeDecision(storage, { ...REQUEST, isSignInFresh: false }, 'one')).toBeUndefined();
    expect(takeDecision(storage, { ...REQUEST, isSignInFresh: true }, 'one')).toBeUndefined();
  });

  it.each(['', 'null', '[]', '{"personId":"one"}', '{"personId":"one","comment":7}', BROKEN])(
    'takes nothing from what another page wrote: %s',
    (text) => {
      const storage = createStorage();
      storage.setItem(KEY, text);
      expect(takeDecision(storage, REQUEST, 'one')).toBeUndefined();
    },
  );

  it('is not kept where the tab keeps nothing, which is no error', () => {
    const broken = {
      setItem: () => {
        throw new Error('full');
      },
    } as unknown as Storage;
    expect(() => keepDecision(broken, REQUEST, { personId: 'one', comment: '' })).not.toThrow();
  });
});
