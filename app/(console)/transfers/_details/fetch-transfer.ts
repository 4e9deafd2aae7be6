import { fetchJson, POLLING, ReadError } from '@/components/data/fetch-json';
import { transferEndpoint } from '@/lib/transfers/contract';
import { type TransferDetail, transferDetailEndpoint } from '@/lib/cases/transfer-detail';
import type { TransferAnswer } from '@/lib/transfers/transfer';

// The page polls these, which must not extend the session.
const polling = (signal?: AbortSignal): RequestInit => ({ ...POLLING, ...(signal && { signal }) });

/** Fetches the service's current record of a transfer. Throws a ReadError. */
export function fetchTransfer(id: string, signal?: AbortSignal): Promise<TransferAnswer> {
  return fetchJson(transferEndpoint(id), polling(signal));
}

/** Fetches what the console itself knows of a transfer, without calling the service. Throws a ReadError. */
export function fetchTransferDetail(id: string, signal?: AbortSignal): Promise<TransferDetail> {
  return fetchJson(transferDetailEndpoint(id), polling(signal));
}

/** Tells react-query whether to retry: at most twice, and only where a retry can help. */
export function shouldRetry(failures: number, error: Error): boolean {
  return failures < 2 && !isPermanentFailure(error);
}

/** Tells whether retrying is pointless: signed out, not allowed, or not found. */
export function isPermanentFailure(error: Error | null): boolean {
  return error instanceof ReadError && [401, 403, 404].includes(error.status);
}
