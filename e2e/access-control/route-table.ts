import { ABSENT } from '@/e2e/access-control/actions';
import { WHO, type Who } from '@/e2e/access-control/people';
import type { World } from '@/e2e/access-control/world';

/** What an address answers whom. */
interface RouteRow {
  /** As the file lies in `app`. */
  route: string;
  method: 'GET' | 'POST';
  path: (world: World) => string;
  body?: unknown;
  answers: Record<Who, number>;
}

function only(answers: Partial<Record<Who, number>>): Record<Who, number> {
  return Object.fromEntries(WHO.map((who) => [who, answers[who] ?? (who === 'nobody' ? 401 : 403)])) as Record<
    Who,
    number
  >;
}

const staff = (status: number) => only({ finance: status, approver: status, support: status, admin: status });
const everybody = (status: number) => Object.fromEntries(WHO.map((who) => [who, status])) as Record<Who, number>;

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
/** Something by its id: one that there is, and none. */
const one = (route: string, name: keyof World, there: number, absent: number): RouteRow[] => [
  get(route, (world) => route.replace('[id]', world[name]), staff(there)),
  get(route, () => route.replace('[id]', ABSENT), staff(absent)),
];

/** Who may read what. Whatever everybody with a role may read, they may read of everybody. */
export const ROUTE_ROWS: RouteRow[] = [
  at('/api/approvals', '', staff(200)),
  at('/api/audit/export', '', only({ admin: 200 })),
  get('/api/auth/[...nextauth]', () => '/api/auth/csrf', everybody(200)),
  // Nothing is begun without the token that only this browser was given.
  {
    route: '/api/auth/[...nextauth]',
    method: 'POST',
    path: () => '/api/auth/signin/oidc',
    body: { csrfToken: 'none', callbackUrl: '/' },
    answers: everybody(302),
  },
  at('/.well-known/security.txt', '', everybody(200)),
  at('/api/health/live', '', everybody(200)),
  at('/api/health/ready', '', everybody(200)),
  at('/api/health/serving', '', everybody(200)),
  at('/api/metrics', '', everybody(200)),
  at('/api/recipients', '?q=desk', staff(200)),
  post('/api/recipients/check', { entries: [] }, only({ finance: 200, admin: 200 })),
  at('/api/recipients/export', '', staff(200)),
  at('/api/recipients/look-alikes', '?network=ETHEREUM&address=0x52908400098527886E0F7030069857D2E4169EE7', staff(200)),
  post('/api/recipients/named', { names: ['Desk'] }, staff(200)),
  at('/api/saved-views', '', staff(200)),
  at('/api/sending', '', staff(200)),
  at('/api/transfers', '?limit=1', staff(200)),
  at('/api/transfers', '?cursor=none', staff(400)),
  get('/api/transfers/[id]', () => `/api/transfers/${ABSENT}`, staff(404)),
  get('/api/transfers/[id]/detail', () => `/api/transfers/${ABSENT}/detail`, staff(200)),
  at('/api/transfers/export', '?asset=NONE', staff(200)),
  post('/api/transfers/lookup', { text: '' }, staff(200)),
  at('/api/transfers/newer', '?than=none', staff(400)),
  at('/api/transfers/totals', '', staff(200)),
  at('/api/transfers/values', '', staff(200)),
  at('/api/withdrawals', '?reference=door', staff(200)),
  ...one('/api/withdrawals/[id]', 'requestId', 200, 404),
  ...one('/api/withdrawals/[id]/checks', 'requestId', 200, 404),
  ...one('/api/withdrawals/batches/[id]', 'groupId', 200, 404),
  ...one('/api/withdrawals/batches/[id]/states', 'groupId', 200, 404),
  post('/api/withdrawals/batches/check', { items: [{}] }, only({ finance: 200 })),
  // Of another's batch, which is known: nothing, as of one that is not.
  get(
    '/api/withdrawals/batches/progress',
    ({ batchKey }) => `/api/withdrawals/batches/progress?key=${batchKey}`,
    only({ finance: 200 }),
  ),
  at('/api/withdrawals/batches/progress', `?key=${ABSENT}`, only({ finance: 200 })),
  at(
    '/api/withdrawals/checks',
    '?network=ETHEREUM&address=0x52908400098527886E0F7030069857D2E4169EE7&asset=ETH&value=1',
    staff(200),
  ),
  at(
    '/api/withdrawals/similar',
    '?network=ETHEREUM&address=0x52908400098527886E0F7030069857D2E4169EE7&asset=ETH&value=1',
    staff(200),
  ),
  at('/api/withdrawals/trial', '', staff(200)),
];

/** Where a page leads whoever asks for it; `page` where it shows itself. */
interface PageRow {
  page: string;
  path: (world: World) => string;
  answers: Record<Who, string>;
}

const SIGN_IN = '/sign-in';

function onlyTo(answers: Partial<Record<Who, string>>, elsewhere: string): Record<Who, string> {
  return Object.fromEntries(
    WHO.map((who) => [who, answers[who] ?? (who === 'nobody' ? SIGN_IN : elsewhere)]),
  ) as Record<Who, string>;
}

const toStaff = (answer: string) => onlyTo({ roleless: 'no role' }, answer);
const show = (page: string, answers: PageRow['answers'], name?: keyof World): PageRow => ({
  page,
  path: (world) => page.replace('[id]', name === undefined ? ABSENT : world[name]),
  answers,
});

export const PAGE_ROWS: PageRow[] = [
  show('/', toStaff('page')),
  show('/approvals', toStaff('page')),
  show('/assets', toStaff('page')),
  show('/audit', onlyTo({ admin: 'page', roleless: 'no role' }, '/')),
  show('/help', toStaff('page')),
  { page: '/help/[guide]', path: () => '/help/finance', answers: toStaff('page') },
  { page: '/help/[guide]', path: () => '/help/nothing', answers: toStaff('not found') },
  show('/policy', toStaff('page')),
  show('/recipients', toStaff('page')),
  show('/recipients/[id]', toStaff('page')),
  show('/recipients/[id]/change', toStaff('page')),
  show('/recipients/import', toStaff('page')),
  show('/recipients/new', toStaff('page')),
  show('/sign-in', onlyTo({ nobody: 'page' }, '/')),
  show('/status', toStaff('page')),
  show('/transfers', toStaff('page')),
  show('/transfers/[id]', toStaff('not found')),
  show('/transfers/lookup', toStaff('page')),
  show('/withdrawals', toStaff('page')),
  // Where there is no such request, the page says so.
  show('/withdrawals/[id]', toStaff('page')),
  show('/withdrawals/[id]', toStaff('page'), 'requestId'),
  show('/withdrawals/[id]/amend', toStaff('page')),
  show('/withdrawals/[id]/amend', toStaff('page'), 'requestId'),
  show('/withdrawals/batches', toStaff('page')),
  show('/withdrawals/batches/[id]', toStaff('page')),
  show('/withdrawals/batches/[id]', toStaff('page'), 'groupId'),
  show('/withdrawals/import', toStaff('page')),
  show('/withdrawals/new', toStaff('page')),
];
