import { redirect } from 'next/navigation';
import { UnrecognizedActionError } from 'next/dist/client/components/unrecognized-action-error';
import { describe, expect, it } from 'vitest';
import { callAction } from '@/components/data/call-action';
import { explainDenial, isDenial } from '@/lib/http/denials';
import { fail, ok, type Result } from '@/lib/result';

/** Calls an action that throws, and gives its result or what the call throws. */
async function thrown(error: unknown) {
  const act = async (_input: string): Promise<Result<null, { kind: 'invalid' }>> => {
    throw error;
  };
  try {
    return await callAction(act, 'x');
  } catch (caught) {
    return { caught };
  }
}

describe('a call of an action', () => {
  it('passes its input on, and its result back', async () => {
    expect(await callAction(async (one: number, two: string) => ok([one, two]), 1, 'a')).toEqual(ok([1, 'a']));
    const refused = fail({ kind: 'too-large' as const });
    expect(await callAction(async () => refused)).toBe(refused);
  });

  it('that the console no longer has certainly did nothing', async () => {
    const result = await thrown(new UnrecognizedActionError('Server Action "1" was not found on the server.'));
    expect(result).toEqual(fail({ kind: 'outdated' }));
    const { title, detail, next } = explainDenial({ kind: 'outdated' }, 'Nothing was sent.');
    expect([title, detail, next].join(' ')).toMatch(/older than the console.*Nothing was recorded.*kept.*Reload/);
    expect(isDenial({ kind: 'outdated' })).toBe(true);
  });

  it.each([
    ['a lost connection', new TypeError('Failed to fetch')],
    ['an answer that is none of an action', new Error('An unexpected response was received from the server.')],
    ['an error of the server', Object.assign(new Error('An error occurred'), { digest: '1' })],
    ['something that only has the name', Object.assign(new Error(''), { name: 'UnrecognizedActionError' })],
    ['nothing', undefined],
  ])('with %s may have done something, and throws it', async (_what, error) => {
    expect(await thrown(error)).toEqual({ caught: error });
  });

  it('lets the router follow a redirect', async () => {
    await expect(callAction(async () => redirect('/sign-in'))).rejects.toThrow('NEXT_REDIRECT');
  });
});
