import { fetchJson, POLLING, ReadError } from '@/components/data/fetch-json';
import { transferDetailEndpoint, transferEndpoint } from '@/lib/transfers/contract';
import type { TransferDetail } from '@/lib/transfers/detail';
import type { TransferAnswer } from '@/lib/transfers/transfer';

// The page asks for these again and again by itself.
const polling = (signal?: AbortSignal): RequestInit => ({ ...POLLING, ...(signal && { signal }) });

/** One transfer as the service has it now. Throws a ReadError. */
export function fetchTransfer(id: string, signal?: AbortSignal): Promise<TransferAnswer> {
  return fetchJson(transferEndpoint(id), polling(signal));
}

/** What the console knows of one transfer by itself, without asking the service. Throws a ReadError. */
export function fetchTransferDetail(id: string, signal?: AbortSignal): Promise<TransferDetail> {
  return fetchJson(transferDetailEndpoint(id), polling(signal));
}

/** For react-query: twice more by itself, where asking again can help. */
export function shouldRetry(failures: number, error: Error): boolean {
  return failures < 2 && !isDecided(error);
}

/** Whether asking again changes nothing: no session, not allowed, not known. */
export function isDecided(error: Error | null): boolean {
  return error instanceof ReadError && [401, 403, 404].includes(error.status);
}
