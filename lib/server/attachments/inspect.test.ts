import { describe, expect, it } from 'vitest';
import { inspectFile } from '@/lib/server/attachments/inspect';
import { takeTurn } from '@/lib/server/workers/turns';
import { SAMPLE_FILES, SAMPLE_JPEGS, samplePng } from '@/scripts/stack/sample-files';

const { signal } = new AbortController();
const read = (bytes: Uint8Array) => async () => bytes;

describe('an uploaded file', () => {
  it.each(Object.entries(SAMPLE_FILES))('is looked at in a thread of its own: %s', async (type, bytes) => {
    const inspected = await inspectFile({
      personId: 'one',
      type: type as keyof typeof SAMPLE_FILES,
      read: read(bytes),
    });
    expect(inspected).toEqual({ ok: true, value: [] });
  });

  it('says why it is not taken, that it was not kept, and what to do', async () => {
    const file = Buffer.concat([SAMPLE_JPEGS.progressive, Buffer.from('PK\x03\x04')]);
    const inspected = await inspectFile({ personId: 'one', type: 'image/jpeg', read: read(file) });
    expect(inspected).toMatchObject({
      ok: false,
      error: expect.stringMatching(
        /goes on after the end of the picture.* was not kept\. .*save it as a new PNG or JPEG/,
      ),
    });
  });

  it('that takes longer than its time is refused, or is a PDF that nobody looked through', async () => {
    const options = { personId: 'one', timeoutMs: 0 };
    expect(await inspectFile({ ...options, type: 'image/png', read: read(samplePng()) })).toMatchObject({
      ok: false,
      error: expect.stringContaining('could not be decoded within five seconds'),
    });
    expect(
      await inspectFile({ ...options, type: 'application/pdf', read: read(SAMPLE_FILES['application/pdf']) }),
    ).toEqual({ ok: true, value: ['unread'] });
  });

  it('waits for its turn: one at a time for a person, and none is read before', async () => {
    const endTurn = await takeTurn('one', signal);
    let isRead = false;
    const inspected = inspectFile({
      personId: 'one',
      type: 'image/png',
      read: async () => {
        isRead = true;
        return samplePng();
      },
    });
    // Another person's does not wait for it.
    expect((await inspectFile({ personId: 'two', type: 'image/png', read: read(samplePng()) })).ok).toBe(true);
    expect(isRead).toBe(false);
    endTurn?.();
    expect(await inspected).toEqual({ ok: true, value: [] });
    expect(isRead).toBe(true);
  });

  it('ends its turn where it cannot be read', async () => {
    const broken = inspectFile({ personId: 'one', type: 'image/png', read: () => Promise.reject(new Error('no row')) });
    await expect(broken).rejects.toThrow('no row');
    const endTurn = await takeTurn('one', signal);
    expect(endTurn).toBeDefined();
    endTurn?.();
  });
});
