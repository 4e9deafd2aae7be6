import { downloadRoutes, routes } from '@/lib/http/routes';

const { verifyPage: _file, ...downloads } = downloadRoutes;
/** Pages and downloads at one address: the members of `routes` without a parameter, a query or a fragment. */
const FIXED_ADDRESSES = [...Object.values(routes), ...Object.values(downloads)].filter(
  (address): address is Extract<typeof address, string> => typeof address === 'string' && !/[?#]/.test(address),
);
const OTHERS = [
  '/help/[guide]',
  '/recipients/[id]',
  '/recipients/[id]/change',
  '/transfers/[id]',
  '/transfers/[id]/confirmation',
  '/withdrawals/[id]',
  '/withdrawals/[id]/amend',
  '/withdrawals/batches/[id]',
  '/withdrawals/planned/[id]',
  '/withdrawals/planned/new',
  '/.well-known/security.txt',
  '/api/approvals',
  '/api/audit',
  '/api/auth/[...nextauth]',
  '/api/auth/back-channel-logout',
  '/api/health/live',
  '/api/health/ready',
  '/api/health/serving',
  '/api/metrics',
  '/api/policy/replay',
  '/api/proposals',
  '/api/recipients',
  '/api/recipients/address-state',
  '/api/recipients/check',
  '/api/recipients/look-alikes',
  '/api/recipients/named',
  '/api/recipients/paid',
  '/api/recipients/providers',
  '/api/saved-views',
  '/api/search',
  '/api/sending',
  '/api/transfers',
  '/api/transfers/[id]',
  '/api/transfers/[id]/confirmation.pdf',
  '/api/transfers/[id]/detail',
  '/api/transfers/accounts',
  '/api/transfers/lookup',
  '/api/transfers/newer',
  '/api/transfers/totals',
  '/api/transfers/values',
  '/api/watches',
  '/api/withdrawals',
  '/api/withdrawals/[id]',
  '/api/withdrawals/[id]/attachments/[attachment]',
  '/api/withdrawals/[id]/checks',
  '/api/withdrawals/[id]/evidence',
  '/api/withdrawals/attachments',
  '/api/withdrawals/balance',
  '/api/withdrawals/batches',
  '/api/withdrawals/batches/[id]',
  '/api/withdrawals/batches/[id]/evidence',
  '/api/withdrawals/batches/[id]/states',
  '/api/withdrawals/batches/check',
  '/api/withdrawals/batches/progress',
  '/api/withdrawals/batches/shortages',
  '/api/withdrawals/checks',
  '/api/withdrawals/learned-limits',
  '/api/withdrawals/list',
  '/api/withdrawals/newer',
  '/api/withdrawals/options',
  '/api/withdrawals/profile',
  '/api/withdrawals/similar',
  '/api/withdrawals/trial',
  '/scim/v2/[...path]',
];

/**
 * Every address pattern that the console serves, as Next names it. A test compares this list with the files in `app`.
 */
export const ROUTE_PATTERNS: readonly string[] = [...FIXED_ADDRESSES, ...OTHERS];

const FILES = '/_next/static';
const OTHER = 'other';

const FIXED = new Set(ROUTE_PATTERNS.filter((pattern) => !pattern.includes('[')));
const VARIABLE = ROUTE_PATTERNS.filter((pattern) => pattern.includes('[')).map((pattern) => ({
  pattern,
  fits: new RegExp(`^${pattern.replaceAll(/\[\.\.\.[a-z]+\]/g, '.+').replaceAll(/\[[a-z]+\]/g, '[^/]+')}$`),
}));

/**
 * Returns the pattern under which the console serves a URL, or `other` for an unknown one. Metrics and logs use it,
 * since a path contains ids. The URL may have a query string.
 */
export function patternOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  if (path.startsWith(`${FILES}/`)) return FILES;
  if (FIXED.has(path)) return path;
  return VARIABLE.find(({ fits }) => fits.test(path))?.pattern ?? OTHER;
}
