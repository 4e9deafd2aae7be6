'use server';

import type { Result } from '@/lib/result';
import { measureAction } from '@/lib/server/observability/measure-action';
import { createTestPayment } from '@/lib/server/requests/groups/create-test-payment';
import type { AmendFailure, CreateFailure } from '@/lib/requests/contract';
import { amendRequest } from '@/lib/server/requests/amend';
import { createRequest } from '@/lib/server/requests/create';

/** Takes what the form holds, unchecked; the server checks it again with the form's own schema. */
export async function createRequestAction(input: unknown): Promise<Result<{ requestId: string }, CreateFailure>> {
  // The name is a metric's label, which dashboards keep.
  return measureAction('makeRequest', createRequest, input);
}

/** The same for a withdrawal that sends a small test first; gives the request of the test. */
export async function createTestPaymentAction(input: unknown): Promise<Result<{ requestId: string }, CreateFailure>> {
  return measureAction('makePair', createTestPayment, input);
}

/** The same for a new version of a request that exists. */
export async function amendRequestAction(input: unknown): Promise<Result<{ requestId: string }, AmendFailure>> {
  return measureAction('amendRequest', amendRequest, input);
}
