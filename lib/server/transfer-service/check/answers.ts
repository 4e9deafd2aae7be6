import 'server-only';
import type { HttpAnswer } from '@/lib/server/transfer-service/http-call';

export type Json = Record<string, unknown>;

/** Path of the list of transfers. */
export const LIST = '/v2/transfer/transfers';

/** Reads a path of the service; gives the answer, or why there is none. */
export type Read = (path: string, query?: Record<string, string>) => Promise<HttpAnswer | string>;

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
export const text = (value: unknown) => (typeof value === 'string' ? value : '');
