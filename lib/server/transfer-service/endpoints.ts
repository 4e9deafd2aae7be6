import 'server-only';
import { isSafeSegment } from '@/lib/http/safe-segment';
import type { ServiceFailure } from '@/lib/http/problems';
import type { ListPage } from '@/lib/mirror/list-end';
import { fail, ok, type Result } from '@/lib/result';
import type { PostObservation } from '@/lib/sends/send-machine';
import { now } from '@/lib/server/runtime/clock';
import type { ReadPriority } from '@/lib/server/transfer-service/budget';
import { callService, decodePage, isSuccess } from '@/lib/server/transfer-service/call';
import type { HttpAnswer, HttpFailure } from '@/lib/server/transfer-service/http-call';
import { exchangeOnce } from '@/lib/server/transfer-service/http';
import { decodeProblem } from '@/lib/server/transfer-service/problems';
import { parseJson } from '@/lib/text/parse-json';
import { crashPoint } from '@/lib/server/runtime/crash-points';
import { dropToken, getToken } from '@/lib/server/transfer-service/token';
import { settings } from '@/lib/server/config/settings';
import { decodeTransfer } from '@/lib/transfers/decode-transfer';
import type { Transfer } from '@/lib/transfers/transfer';
import { type Balances, decodeBalances } from '@/lib/balances/decode-balances';
import type { WithdrawalBody } from '@/lib/withdrawals/body';
import { type FeeQuote, readFeeQuote } from '@/lib/withdrawals/fee-quote';

/** Page of the list with its records as parsed JSON, and its text as received. */
export interface RecordPage extends ListPage {
  /** Text of the page, and the name of the member that holds the items. */
  page: { text: string; member: string };
  /** Time at which the read began. */
  readAt: Date;
}

/** Withdrawal to post, and the latest time to do so. */
export interface Posting {
  /** Stored body, byte for byte. */
  bytes: string;
  refId: string;
  /** Latest time to post, on the monotonic clock: after it, the answer could arrive after the lease has ended. */
  postBy: number;
}

/** Checks in the database, made right before the bytes leave. */
export interface Permission {
  isStopped: () => Promise<boolean>;
  /** Checks that the lease outlasts the answer, by the database's clock: the clock of a suspended machine stops. */
  isOurs: () => Promise<boolean>;
}

/**
 * Posts a withdrawal once: these bytes, no retry, no redirect, over a connection of its own. Asks for permission right
 * before the bytes leave. Reports what was seen and decides nothing.
 * docs/specification/service-interface.md#create-withdrawal
 */
export async function postWithdrawal(
  { bytes, refId, postBy }: Posting,
  { isStopped, isOurs }: Permission,
): Promise<PostObservation> {
  const { TRANSFER_SERVICE_URL, TRANSFER_SERVICE_IDEMPOTENCY_HEADER, SEND_TIMEOUT_MS } = settings();
  const token = await getToken();
  if (!token.ok) {
    return {
      kind: 'not-sent',
      cause: `no token: ${'cause' in token.error ? token.error.cause : token.error.kind}`,
      ...(token.error.kind === 'credential' && { reason: 'credential-refused' }),
    };
  }
  const denialReason = async () => {
    const [stopped, ours] = await Promise.all([isStopped(), isOurs()]);
    if (!ours || performance.now() > postBy) return TOO_LATE;
    return stopped ? STOPPED : undefined;
  };
  const outcome = await exchangeOnce(
    {
      operation: 'create',
      method: 'POST',
      url: `${TRANSFER_SERVICE_URL}/v2/transfer/crypto-withdrawals`,
      headers: {
        authorization: `Bearer ${token.value}`,
        'content-type': 'application/json',
        ...(TRANSFER_SERVICE_IDEMPOTENCY_HEADER && { [TRANSFER_SERVICE_IDEMPOTENCY_HEADER]: refId }),
      },
      body: bytes,
      timeoutMs: SEND_TIMEOUT_MS,
    },
    { denialReason, whenLeft: () => crashPoint('CP3') },
  );
  if (!outcome.ok) return toObservation(outcome.error);
  if (outcome.value.status === 401) dropToken(token.value);
  return readPostAnswer(outcome.value);
}

const STOPPED = 'stopped';
const TOO_LATE = 'too late for the lease';

function toObservation({ kind, cause }: HttpFailure): PostObservation {
  return kind === 'held-back'
    ? { kind: 'not-sent', cause, reason: cause === STOPPED ? 'stopped' : 'held-back' }
    : { kind, cause };
}

function readPostAnswer(answer: HttpAnswer): PostObservation {
  if (isSuccess(answer)) {
    const transfer = decodeTransfer(parseJson(answer.body));
    return transfer.id === null
      ? { kind: 'unreadable-body', status: answer.status }
      : { kind: 'accepted-body', status: answer.status, transfer };
  }
  const problem = decodeProblem(answer);
  const existing = problem.status === 409 ? decodeTransfer(problem.meta.existing) : undefined;
  return existing && existing.id !== null ? { kind: 'problem', problem, existing } : { kind: 'problem', problem };
}

// Nothing was asked, so this says nothing about the transfer.
/** How the service answers for an ID that it does not know; also for a transfer that the reader may not see. */
export const UNKNOWN_TRANSFER: ServiceFailure = {
  kind: 'problem',
  problem: { status: 404, type: 'not-found', title: '', detail: '', meta: {}, isReadable: true },
};

const UNUSABLE_ID: ServiceFailure = {
  kind: 'problem',
  problem: { status: 400, type: 'invalid-id', title: '', detail: '', meta: {}, isReadable: true },
};

/**
 * Reads one transfer; fails with status 404 where the service does not know the id. An id that is no safe segment of a
 * path fails with status 400, without a call.
 * docs/specification/service-interface.md#get-transfer
 */
export async function getTransfer(
  id: string,
  priority: ReadPriority = 'interactive',
): Promise<Result<Transfer, ServiceFailure>> {
  if (!isSafeSegment(id)) return fail(UNUSABLE_ID);
  const answer = await callService({
    operation: 'get',
    path: `/v2/transfer/transfers/${encodeURIComponent(id)}`,
    priority,
  });
  if (!answer.ok) return answer;
  const transfer = decodeTransfer(parseJson(answer.value.body));
  if (transfer.id !== id)
    return fail({
      kind: 'unreadable',
      status: answer.value.status,
      cause: transfer.id === null ? 'not a transfer' : 'not the requested transfer',
    });
  return ok(transfer);
}

/** Page to read, and the priority of the read. */
export interface ListQuery {
  cursor?: string | undefined;
  limit: number;
  /** Query parameters beyond the specified interface, which the service may ignore. */
  filters?: readonly (readonly [name: string, value: string])[];
  priority?: ReadPriority;
}

/**
 * Reads one page of the list, with its records undecoded. What follows it: `readPages` in
 * lib/server/transfer-service/read-pages.ts. docs/specification/service-interface.md#list-transfers
 */
export async function listRecords({
  cursor,
  limit,
  filters = [],
  priority = 'interactive',
}: ListQuery): Promise<Result<RecordPage, ServiceFailure>> {
  const query = new URLSearchParams([
    ['limit', String(limit)],
    ...(cursor ? [['page_cursor', cursor]] : []),
    ...filters.map(([...pair]) => pair),
  ]);
  const readAt = now();
  const answer = await callService({ operation: 'list', path: `/v2/transfer/transfers?${query.toString()}`, priority });
  if (!answer.ok) return answer;
  const page = decodePage(answer.value);
  if (!page.ok) return page;
  return ok({
    ...page.value,
    page: { text: answer.value.body, member: settings().TRANSFER_SERVICE_PAGE_ITEMS },
    readAt,
  });
}

/** Returns whether the service rejected the page itself, as it does where a cursor is no longer valid. */
export function isRefusal(failure: ServiceFailure): boolean {
  return failure.kind === 'problem' && [400, 404, 410, 422].includes(failure.problem.status);
}

/**
 * Reads the balances of a profile in all its assets, as far as they can be read. A background read: it never delays
 * one without which a page is empty. docs/specification/service-facts.md#balances
 */
export async function getBalances(profileId: string, withinMs: number): Promise<Result<Balances, ServiceFailure>> {
  if (!isSafeSegment(profileId)) return fail({ kind: 'unreadable', status: 400, cause: 'not a segment of a path' });
  const path = `/v2/profiles/${encodeURIComponent(profileId)}/balances`;
  const answer = await callService({ operation: 'balances', path, priority: 'background', withinMs });
  return answer.ok ? ok(decodeBalances(parseJson(answer.value.body))) : answer;
}

/**
 * Asks for a guaranteed fee of a withdrawal (docs/specification/service-facts.md#fee-quotes). A quote moves nothing, so
 * that a lost answer is asked for again.
 */
export async function requestFeeQuote(
  request: Omit<WithdrawalBody, 'ref_id' | 'fee_id'>,
): Promise<Result<FeeQuote, ServiceFailure>> {
  const answer = await callService({
    operation: 'fee',
    path: '/v2/transfer/fees/crypto-withdrawal',
    method: 'POST',
    body: JSON.stringify(request),
  });
  if (!answer.ok) return answer;
  const quote = readFeeQuote(parseJson(answer.value.body), request.asset);
  return quote
    ? ok(quote)
    : fail({ kind: 'unreadable', status: answer.value.status, cause: 'the answer is no fee quote' });
}
