import { randomUUID } from 'node:crypto';
import { ABSENT } from '@/e2e/access-control/actions';
import { VISITORS, type Visitor } from '@/e2e/access-control/people';
import { addEntryProposal, type World } from '@/e2e/access-control/world';
import { filledForm } from '@/scripts/stack/filled-form';

/** The expected status of a route for each person. */
interface RouteRow {
  /** Route as in `app`. */
  route: string;
  method: 'GET' | 'POST';
  path: (world: World) => string;
  body?: unknown;
  /** The body where it depends on existing data, in place of `body`. */
  bodyIn?: (world: World) => unknown;
  answers: Record<Visitor, number>;
}

function only(answers: Partial<Record<Visitor, number>>): Record<Visitor, number> {
  return Object.fromEntries(VISITORS.map((who) => [who, answers[who] ?? (who === 'nobody' ? 401 : 403)])) as Record<
    Visitor,
    number
  >;
}

const staff = (status: number) =>
  only({ finance: status, approver: status, support: status, admin: status, auditor: status });
const everyone = (status: number) =>
  Object.fromEntries(VISITORS.map((who) => [who, status])) as Record<Visitor, number>;

const get = (route: string, path: RouteRow['path'], answers: RouteRow['answers']): RouteRow => ({
  route,
  method: 'GET',
  path,
  answers,
});
const at = (route: string, query: string, answers: RouteRow['answers']) =>
  get(route, () => `${route}${query}`, answers);
const post = (route: string, body: unknown, answers: RouteRow['answers']): RouteRow => ({
  route,
  method: 'POST',
  path: () => route,
  body,
  answers,
});
/** Rows for a route by id: an existing and an absent one. */
const byId = (route: string, name: keyof World, status = 200): RouteRow[] => [
  get(route, (world) => route.replace('[id]', world[name]), staff(status)),
  get(route, () => route.replace('[id]', ABSENT), staff(404)),
];

const fileOf = (requestId: string) => `/api/withdrawals/${requestId}/attachments/${ABSENT}`;

/** Expected answers of the routes. Data that every role may read is readable for all requesters. */
export const ROUTE_ROWS: RouteRow[] = [
  at('/api/approvals', '', staff(200)),
  at('/api/audit', '', only({ admin: 200, auditor: 200 })),
  at('/api/audit/export', '', only({ admin: 200, auditor: 200 })),
  get('/api/auth/[...nextauth]', () => '/api/auth/csrf', everyone(200)),
  // A sign-in starts only with the token that this browser received.
  {
    route: '/api/auth/[...nextauth]',
    method: 'POST',
    path: () => '/api/auth/signin/oidc',
    body: { csrfToken: 'none', callbackUrl: '/' },
    answers: everyone(302),
  },
  // Called by the identity provider, which has no session here; without its token nothing happens.
  post('/api/auth/back-channel-logout', {}, everyone(400)),
  // Takes no session, but the token of the directory.
  get('/scim/v2/[...path]', () => '/scim/v2/Users', everyone(401)),
  { ...post('/scim/v2/[...path]', {}, everyone(401)), path: () => '/scim/v2/Users' },
  at('/.well-known/security.txt', '', everyone(200)),
  // Needs no session: a code in the address says whose digests end, and this one no console made.
  {
    route: '/api/unsubscribe',
    method: 'POST',
    path: () => '/api/unsubscribe?token=none',
    body: undefined,
    answers: everyone(404),
  },
  at('/api/evidence', '?from=none', only({ admin: 400, auditor: 400 })),
  // The console of this test has no key list, so nothing is signed.
  at('/api/evidence', '?from=2026-11-01&to=2026-11-30', only({ admin: 409, auditor: 409 })),
  at('/api/health/live', '', everyone(200)),
  at('/api/health/ready', '', everyone(200)),
  at('/api/health/serving', '', everyone(200)),
  at('/api/metrics', '', everyone(200)),
  at('/api/recipients', '?q=desk', staff(200)),
  post('/api/policy/replay', {}, only({ admin: 422 })),
  at('/api/policy/schema', '', staff(200)),
  post('/api/proposals', {}, staff(422)),
  // Only those who may change the address book can propose an import.
  {
    route: '/api/proposals',
    method: 'POST',
    path: () => '/api/proposals',
    bodyIn: () => addEntryProposal(),
    answers: only({ finance: 200, admin: 200 }),
  },
  // The console of this test saves nothing at the service, so that it asks nothing there.
  at('/api/recipients/address-state', '?network=ETHEREUM&address=none', only({ finance: 200 })),
  at('/api/recipients/providers', '?q=example', only({ finance: 404, admin: 404 })),
  post('/api/recipients/check', { entries: [] }, only({ finance: 200, admin: 200 })),
  at('/api/recipients/export', '', staff(200)),
  at('/api/recipients/export', '?format=xlsx', staff(200)),
  at('/api/recipients/look-alikes', '?network=ETHEREUM&address=0x52908400098527886E0F7030069857D2E4169EE7', staff(200)),
  post('/api/recipients/named', { names: ['Desk'] }, staff(200)),
  at('/api/recipients/paid', '?address=0x52908400098527886E0F7030069857D2E4169EE7', only({ finance: 200 })),
  at('/api/saved-views', '', staff(200)),
  at('/api/saved-views', '?list=withdrawals', staff(200)),
  at('/api/search', '?q=none', staff(200)),
  at('/api/sending', '', staff(200)),
  at('/api/statements/export', '?profile=none&asset=ETH&month=2026-10&format=csv', staff(200)),
  at('/api/statements/export', '?profile=none&asset=ETH&month=2026-10&format=pdf', staff(200)),
  at('/api/statements/export', '?profile=none&asset=ETH&month=2026-10&format=xlsx', staff(200)),
  at('/api/statements/export', '', staff(400)),
  at('/api/transfers', '?limit=1', staff(200)),
  at('/api/transfers', '?cursor=none', staff(400)),
  get('/api/transfers/[id]', () => `/api/transfers/${ABSENT}`, staff(404)),
  get('/api/transfers/[id]/confirmation.pdf', () => `/api/transfers/${ABSENT}/confirmation.pdf`, staff(404)),
  get('/api/transfers/[id]/detail', () => `/api/transfers/${ABSENT}/detail`, staff(200)),
  at('/api/transfers/export', '?asset=NONE', staff(200)),
  at('/api/transfers/export', '?asset=NONE&format=xlsx', staff(200)),
  post('/api/transfers/lookup', { text: '' }, staff(200)),
  at('/api/transfers/newer', '?than=none', staff(400)),
  at('/api/transfers/accounts', '', staff(200)),
  at('/api/transfers/totals', '', staff(200)),
  at('/api/transfers/values', '', staff(200)),
  at('/api/watches', '', staff(200)),
  at('/api/withdrawals', '?reference=none', staff(200)),
  at('/api/withdrawals/export', '?asset=NONE', staff(200)),
  at('/api/withdrawals/export', '?asset=NONE&format=xlsx', staff(200)),
  at('/api/withdrawals/list', '?limit=1', staff(200)),
  at('/api/withdrawals/list', '?cursor=none', staff(400)),
  at('/api/withdrawals/newer', '?than=none', staff(400)),
  at('/api/withdrawals/options', '', staff(200)),
  at('/api/withdrawals/profile', '?profile=none', only({ finance: 200 })),
  ...byId('/api/withdrawals/[id]', 'requestId'),
  // A request without files, and no request.
  get('/api/withdrawals/[id]/attachments/[attachment]', ({ requestId }) => fileOf(requestId), staff(404)),
  get('/api/withdrawals/[id]/attachments/[attachment]', () => fileOf(ABSENT), staff(404)),
  // JSON, which is no file that a request takes.
  post('/api/withdrawals/attachments', {}, only({ finance: 422 })),
  ...byId('/api/withdrawals/[id]/checks', 'requestId'),
  ...byId('/api/withdrawals/[id]/evidence', 'requestId', 409),
  ...byId('/api/withdrawals/batches/[id]/evidence', 'bundleId', 409),
  ...byId('/api/withdrawals/batches/[id]', 'bundleId'),
  ...byId('/api/withdrawals/batches/[id]/states', 'bundleId'),
  post('/api/withdrawals/batches', {}, only({ finance: 422 })),
  // A new batch, and the key of another person's batch.
  {
    route: '/api/withdrawals/batches',
    method: 'POST',
    path: () => '/api/withdrawals/batches',
    bodyIn: () => ({ batchKey: randomUUID(), name: 'Payroll', items: [filledForm()] }),
    answers: only({ finance: 200 }),
  },
  {
    route: '/api/withdrawals/batches',
    method: 'POST',
    path: () => '/api/withdrawals/batches',
    bodyIn: ({ batchKey }) => ({ batchKey, name: 'Payroll', items: [filledForm()] }),
    answers: only({ finance: 422 }),
  },
  post('/api/withdrawals/batches/check', { items: [{}] }, only({ finance: 200 })),
  // Another person's batch answers like an absent one.
  get(
    '/api/withdrawals/batches/progress',
    ({ batchKey }) => `/api/withdrawals/batches/progress?key=${batchKey}`,
    only({ finance: 200 }),
  ),
  at('/api/withdrawals/batches/progress', `?key=${ABSENT}`, only({ finance: 200 })),
  post('/api/withdrawals/batches/shortages', { needs: [] }, staff(200)),
  at('/api/withdrawals/balance', '?profile=p-ops&asset=ETH', staff(200)),
  at(
    '/api/withdrawals/checks',
    '?network=ETHEREUM&address=0x52908400098527886E0F7030069857D2E4169EE7&asset=ETH&value=1',
    staff(200),
  ),
  at('/api/withdrawals/learned-limits', '?network=ETHEREUM&asset=ETH&address=&feeId=', staff(200)),
  at(
    '/api/withdrawals/similar',
    '?network=ETHEREUM&address=0x52908400098527886E0F7030069857D2E4169EE7&asset=ETH&value=1',
    staff(200),
  ),
  at('/api/withdrawals/trial', '', staff(200)),
];

/** The page that each person reaches; `page` is the requested one. */
interface PageRow {
  page: string;
  path: (world: World) => string;
  answers: Record<Visitor, string>;
}

const SIGN_IN = '/sign-in';

function onlyTo(answers: Partial<Record<Visitor, string>>, otherwise: string): Record<Visitor, string> {
  return Object.fromEntries(
    VISITORS.map((who) => [who, answers[who] ?? (who === 'nobody' ? SIGN_IN : otherwise)]),
  ) as Record<Visitor, string>;
}

const toStaff = (answer: string) => onlyTo({ roleless: 'no role' }, answer);
const show = (page: string, answers: PageRow['answers'], name?: keyof World): PageRow => ({
  page,
  path: (world) => page.replace('[id]', name === undefined ? ABSENT : world[name]),
  answers,
});

/** Expected destinations of the pages. */
export const PAGE_ROWS: PageRow[] = [
  show('/', { ...toStaff('page'), approver: '/approvals', support: '/transfers' }),
  show('/account', toStaff('page')),
  show('/account/set-up', onlyTo({ admin: 'page', roleless: 'no role' }, '403')),
  show('/approvals', toStaff('page')),
  show('/assets', toStaff('page')),
  show('/profiles', toStaff('page')),
  show('/groups', toStaff('page')),
  show('/audit', onlyTo({ admin: 'page', auditor: 'page', roleless: 'no role' }, '403')),
  show('/external-profiles', toStaff('page')),
  show('/help', toStaff('page')),
  { page: '/help/[guide]', path: () => '/help/finance', answers: toStaff('page') },
  { page: '/help/[guide]', path: () => '/help/nothing', answers: toStaff('not found') },
  show('/networks', toStaff('page')),
  show('/notifications', onlyTo({ admin: 'page', auditor: 'page', roleless: 'no role' }, '403')),
  show('/people', onlyTo({ admin: 'page', auditor: 'page', roleless: 'no role' }, '403')),
  show('/policy', toStaff('page')),
  show('/recipients', toStaff('page')),
  show('/recipients/[id]', toStaff('page')),
  show('/recipients/[id]/change', toStaff('page')),
  show('/recipients/adopt', toStaff('page')),
  show('/recipients/import', toStaff('page')),
  show('/recipients/new', toStaff('page')),
  show('/sign-in', onlyTo({ nobody: 'page' }, '/')),
  show('/statements', toStaff('page')),
  show('/status', toStaff('page')),
  show('/transfers', toStaff('page')),
  show('/transfers/[id]', toStaff('not found')),
  show('/transfers/[id]/confirmation', toStaff('not found')),
  show('/transfers/lookup', toStaff('page')),
  show('/transfers/today', toStaff('page')),
  show('/unsubscribe', onlyTo(Object.fromEntries(VISITORS.map((who) => [who, 'page'])), 'page')),
  show('/withdrawals', toStaff('page')),
  // The page itself tells that the request does not exist.
  show('/withdrawals/[id]', toStaff('page')),
  show('/withdrawals/[id]', toStaff('page'), 'requestId'),
  show('/withdrawals/[id]/amend', toStaff('page')),
  show('/withdrawals/[id]/amend', toStaff('page'), 'requestId'),
  show('/withdrawals/batches', toStaff('page')),
  show('/withdrawals/batches/[id]', toStaff('page')),
  show('/withdrawals/batches/[id]', toStaff('page'), 'bundleId'),
  show('/withdrawals/import', toStaff('page')),
  show('/withdrawals/new', toStaff('page')),
  show('/withdrawals/planned', toStaff('page')),
  show('/withdrawals/planned/[id]', toStaff('page')),
  show('/withdrawals/planned/new', toStaff('page')),
  show('/withdrawals/templates', toStaff('page')),
];
