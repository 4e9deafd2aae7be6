'use client';

import { unstable_isUnrecognizedActionError } from 'next/navigation';
import { keepTexts } from '@/components/form/kept-text';
import type { Denial } from '@/lib/http/denials';
import { fail, type Result } from '@/lib/result';

/**
 * Calls a server action. Every component calls actions by this function, so that what certainly did not run is told
 * from what may have run: a call that the console refused before anything of it ran is a failure of kind `outdated`,
 * `too-large`, `too-many` or `signed-out` (the request guard answers the last three as the action would), and a call
 * whose answer was lost throws. On a page that is too old, the fields keep their texts. A redirect of the action
 * throws as well, for the router.
 */
export async function callAction<Input extends unknown[], Value, Failure extends { kind: string }>(
  action: (...input: Input) => Promise<Result<Value, Failure>>,
  ...input: Input
): Promise<Result<Value, Failure | Denial>> {
  try {
    return await action(...input);
  } catch (error) {
    if (!unstable_isUnrecognizedActionError(error)) throw error;
    keepTexts();
    return fail({ kind: 'outdated' });
  }
}
