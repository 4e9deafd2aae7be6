'use server';

import type { Unsigned } from '@/lib/passkeys/contract';
import type { Result } from '@/lib/result';
import { measureAction } from '@/lib/server/observability/measure-action';
import { createTestPayment } from '@/lib/server/requests/bundles/create-test-payment';
import type { AmendFailure, CreateFailure } from '@/lib/requests/contract';
import { amendRequest } from '@/lib/server/requests/creation/amend';
import { quoteFee, type QuoteFailure } from '@/lib/server/requests/creation/quote-fee';
import type { FeeQuote } from '@/lib/withdrawals/fee-quote';
import { createRequest } from '@/lib/server/requests/creation/create';

/** Creates a withdrawal request from a submission, which the server checks again with the form's schema. */
export async function createRequestAction(
  input: unknown,
): Promise<Result<{ requestId: string }, CreateFailure | Unsigned>> {
  // The name is a metric's label, which dashboards keep.
  return measureAction('makeRequest', createRequest, input);
}

/** Creates a test payment with its remainder from a submission; gives the request of the test payment. */
export async function createTestPaymentAction(
  input: unknown,
): Promise<Result<{ requestId: string }, CreateFailure | Unsigned>> {
  return measureAction('makePair', createTestPayment, input);
}

/** Asks the service for a guaranteed fee; takes unchecked input. */
export async function quoteFeeAction(input: unknown): Promise<Result<FeeQuote, QuoteFailure>> {
  return measureAction('quoteFee', quoteFee, input);
}

/** Amends a request: saves a submission as its next version. */
export async function amendRequestAction(
  input: unknown,
): Promise<Result<{ requestId: string }, AmendFailure | Unsigned>> {
  return measureAction('amendRequest', amendRequest, input);
}
