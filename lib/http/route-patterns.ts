/**
 * Every address pattern that the console serves, as Next names it. A test compares this list with the files in `app`.
 */
export const ROUTE_PATTERNS = [
  '/',
  '/account',
  '/account/set-up',
  '/approvals',
  '/assets',
  '/audit',
  '/groups',
  '/help',
  '/help/[guide]',
  '/networks',
  '/notifications',
  '/policy',
  '/profiles',
  '/recipients',
  '/recipients/[id]',
  '/recipients/[id]/change',
  '/recipients/import',
  '/recipients/new',
  '/sign-in',
  '/statements',
  '/status',
  '/transfers',
  '/transfers/[id]',
  '/transfers/[id]/confirmation',
  '/transfers/lookup',
  '/unsubscribe',
  '/withdrawals',
  '/withdrawals/[id]',
  '/withdrawals/[id]/amend',
  '/withdrawals/batches',
  '/withdrawals/batches/[id]',
  '/withdrawals/import',
  '/withdrawals/new',
  '/withdrawals/planned',
  '/withdrawals/planned/[id]',
  '/withdrawals/planned/new',
  '/withdrawals/templates',
  '/.well-known/security.txt',
  '/api/approvals',
  '/api/audit/export',
  '/api/auth/[...nextauth]',
  '/api/evidence',
  '/api/health/live',
  '/api/health/ready',
  '/api/health/serving',
  '/api/metrics',
  '/api/policy/replay',
  '/api/policy/schema',
  '/api/proposals',
  '/api/recipients',
  '/api/recipients/check',
  '/api/recipients/export',
  '/api/recipients/look-alikes',
  '/api/recipients/named',
  '/api/saved-views',
  '/api/search',
  '/api/sending',
  '/api/statements/export',
  '/api/transfers',
  '/api/transfers/[id]',
  '/api/transfers/[id]/confirmation.pdf',
  '/api/transfers/[id]/detail',
  '/api/transfers/accounts',
  '/api/transfers/export',
  '/api/transfers/lookup',
  '/api/transfers/newer',
  '/api/transfers/totals',
  '/api/transfers/values',
  '/api/unsubscribe',
  '/api/watches',
  '/api/withdrawals',
  '/api/withdrawals/[id]',
  '/api/withdrawals/[id]/attachments/[attachment]',
  '/api/withdrawals/[id]/checks',
  '/api/withdrawals/[id]/evidence',
  '/api/withdrawals/attachments',
  '/api/withdrawals/batches',
  '/api/withdrawals/batches/[id]',
  '/api/withdrawals/batches/[id]/evidence',
  '/api/withdrawals/batches/[id]/states',
  '/api/withdrawals/batches/check',
  '/api/withdrawals/batches/progress',
  '/api/withdrawals/checks',
  '/api/withdrawals/export',
  '/api/withdrawals/list',
  '/api/withdrawals/newer',
  '/api/withdrawals/options',
  '/api/withdrawals/similar',
  '/api/withdrawals/trial',
] as const;

const FILES = '/_next/static';
const OTHER = 'other';
export type RoutePattern = (typeof ROUTE_PATTERNS)[number] | typeof FILES | typeof OTHER;

const FIXED: ReadonlySet<string> = new Set(ROUTE_PATTERNS.filter((pattern) => !pattern.includes('[')));
const VARIABLE = ROUTE_PATTERNS.filter((pattern) => pattern.includes('[')).map((pattern) => ({
  pattern,
  fits: new RegExp(`^${pattern.replaceAll(/\[\.\.\.[a-z]+\]/g, '.+').replaceAll(/\[[a-z]+\]/g, '[^/]+')}$`),
}));

/**
 * Returns the pattern under which the console serves a URL, or `other` for an unknown one. Metrics and logs use it,
 * since a path contains ids. The URL may have a query string.
 */
export function patternOf(url: string): RoutePattern {
  const [path = ''] = url.split('?', 1);
  if (path.startsWith(`${FILES}/`)) return FILES;
  if (FIXED.has(path)) return path as RoutePattern;
  return VARIABLE.find(({ fits }) => fits.test(path))?.pattern ?? OTHER;
}
