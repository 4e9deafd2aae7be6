import type { Explanation } from '@/lib/problems';
import { apiRoutes, POLL_HEADER } from '@/lib/routes';
import type { TransferDetail } from '@/lib/transfer-detail';
import type { TransferAnswer, TransferListPage } from '@/lib/transfers';

/** Why the console's own server gave no transfers: its status (0 where it was not reached) and what happened in words. */
export class ReadError extends Error {
  constructor(
    readonly status: number,
    readonly explanation: Explanation,
  ) {
    super(explanation.title);
    this.name = 'ReadError';
  }
}

const PAGE_SIZE = 100;
// Longer than one read of the service takes at most; a renewed token on top of it may take longer and is given up here.
const TIMEOUT_MS = 30_000;

const UNREACHED: Explanation = {
  title: 'The console cannot be reached',
  detail: 'Your connection was lost, or the console is starting again.',
  next: 'Try again in a moment.',
};
const UNREADABLE: Explanation = {
  title: 'The console answered in a way that cannot be read',
  detail: '',
  next: 'Try again. If it stays, tell an administrator.',
};

/** One page of the list; `cursor` is null for the first. Throws a ReadError. */
export function fetchTransferPage(cursor: string | null, signal?: AbortSignal): Promise<TransferListPage> {
  const query = new URLSearchParams({ limit: String(PAGE_SIZE), ...(cursor !== null && { cursor }) });
  return read(`${apiRoutes.transfers}?${query.toString()}`, signal);
}

/** One transfer as the service has it now; the page asks for it again and again by itself. Throws a ReadError. */
export function fetchTransfer(id: string, signal?: AbortSignal): Promise<TransferAnswer> {
  return read(apiRoutes.transfer(id), signal, { [POLL_HEADER]: '1' });
}

/** What the console knows of one transfer by itself, without asking the service. Throws a ReadError. */
export function fetchTransferDetail(id: string, signal?: AbortSignal): Promise<TransferDetail> {
  return read(apiRoutes.transferDetail(id), signal, { [POLL_HEADER]: '1' });
}

/** For react-query: twice more by itself, where asking again can help. */
export function shouldRetry(failures: number, error: Error): boolean {
  return failures < 2 && !isDecided(error);
}

/** Whether asking again changes nothing: no session, not allowed, not known. */
export function isDecided(error: Error | null): boolean {
  return error instanceof ReadError && [401, 403, 404].includes(error.status);
}

/** What happened, in words, for any error of a query. */
export function explain(error: Error): Explanation {
  return error instanceof ReadError ? error.explanation : UNREADABLE;
}

async function read<Answer>(path: string, signal: AbortSignal | undefined, headers: Record<string, string> = {}): Promise<Answer> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(path, { headers, signal: signal ? AbortSignal.any([signal, timeout]) : timeout }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ReadError(0, UNREACHED);
  });
  const body = (await response.json().catch(() => undefined)) as unknown;
  if (response.ok && body !== undefined) return body as Answer;
  throw new ReadError(response.status, explanationIn(body) ?? UNREADABLE);
}

function explanationIn(body: unknown): Explanation | undefined {
  const { error } = (body ?? {}) as { error?: Partial<Explanation> };
  return typeof error?.title === 'string' ? { title: error.title, detail: error.detail ?? '', next: error.next ?? '' } : undefined;
}
