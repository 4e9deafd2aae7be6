/** The calls that faults and counts tell apart. */
export const OPERATIONS = ['create', 'get', 'list', 'token'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Which operation a call is, by its method and path; undefined for anything else. */
export function operationOf(method: string, path: string): Operation | undefined {
  if (method === 'POST' && path === '/oauth2/token') return 'token';
  if (method === 'POST' && path === '/v2/transfer/crypto-withdrawals') return 'create';
  if (method !== 'GET') return undefined;
  if (path === '/v2/transfer/transfers') return 'list';
  return path.startsWith('/v2/transfer/transfers/') ? 'get' : undefined;
}
