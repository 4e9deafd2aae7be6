'use server';

import type { Result } from '@/lib/result';
import { countAction } from '@/lib/server/observability/measure-action';
import { makePair } from '@/lib/server/requests/groups/create-test-payment';
import { type AmendFailure, amendRequest } from '@/lib/server/requests/amend';
import { makeRequest, type MakeFailure } from '@/lib/server/requests/create';

/** Takes what the form holds, unchecked; the server checks it again with the form's own schema. */
export async function makeRequestAction(input: unknown): Promise<Result<{ requestId: string }, MakeFailure>> {
  return countAction('makeRequest', makeRequest, input);
}

/** The same for a withdrawal that sends a small test first; gives the request of the test. */
export async function makePairAction(input: unknown): Promise<Result<{ requestId: string }, MakeFailure>> {
  return countAction('makePair', makePair, input);
}

/** The same for a new version of a request that exists. */
export async function amendRequestAction(input: unknown): Promise<Result<{ requestId: string }, AmendFailure>> {
  return countAction('amendRequest', amendRequest, input);
}
