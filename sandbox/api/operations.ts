/** The operations that fault rules and statistics distinguish. */
export const OPERATIONS = [
  'create',
  'get',
  'list',
  'token',
  'save-address',
  'addresses',
  'vasps',
  'fee',
  'balances',
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Returns the operation of a call by its method and path, or undefined for any other call. */
export function operationOf(method: string, path: string): Operation | undefined {
  if (method === 'POST' && path === '/oauth2/token') return 'token';
  if (method === 'POST' && path === '/v2/transfer/crypto-withdrawals') return 'create';
  if (method === 'POST' && path === '/v2/transfer/fees/crypto-withdrawal') return 'fee';
  if (method === 'PUT' && path === '/v2/transfer/crypto-destination-address') return 'save-address';
  if (method !== 'GET') return undefined;
  if (path === '/v2/transfer/crypto-destination-addresses') return 'addresses';
  if (path === '/v2/travelrule/vasps') return 'vasps';
  if (path === '/v2/transfer/transfers') return 'list';
  if (path.startsWith('/v2/profiles/') && path.endsWith('/balances')) return 'balances';
  return path.startsWith('/v2/transfer/transfers/') ? 'get' : undefined;
}
