'use server';

import type { Result } from '@/lib/result';
import { makeRequest, type MakeFailure } from '@/lib/server/requests/make';

/** Takes what the form holds, unchecked; the server checks it again with the form's own schema. */
export async function makeRequestAction(input: unknown): Promise<Result<{ requestId: string }, MakeFailure>> {
  return makeRequest(input);
}
