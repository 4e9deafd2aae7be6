import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import { parseServiceSettings, type ServiceSettings } from '@/lib/server/config/settings';
import { createServiceAgent, exchange } from '@/lib/server/transfer-service/http';
import type { HttpAnswer, HttpCall } from '@/lib/server/transfer-service/http-call';
import { asObject } from '@/lib/server/transfer-service/problems';
import { parseJson } from '@/lib/text/parse-json';
import { asList, findFilters, type Json, LIST, type Read, text } from '@/lib/server/transfer-service/check/filters';
import { formatCount } from '@/lib/text/locale';
import { decodeTransfer } from '@/lib/transfers/decode-transfer';
import { TRANSFER_STATUSES, TRANSFER_TYPES } from '@/lib/transfers/transfer';

/** One line of the table: what was tried, how it went, and what was seen. */
export interface CheckLine {
  name: string;
  outcome: 'ok' | 'note' | 'fault';
  seen: string;
}

/** What a check of a service gives: its lines, and the settings that fit, by their names. */
export interface ServiceCheck {
  lines: CheckLine[];
  settings: Record<string, string>;
}

const TIMEOUT_MS = 20_000;
const MAX_SKEW_S = 30;
const PAGE_LIMIT = 1000;

/**
 * Tries a service with reads alone: its token, clock, pages, records, the end of its list within `maxPages` pages, and
 * its filters. Stays below the configured reads a second. Takes the environment; throws a SettingsError that lists
 * every fault in it, and nothing for what the service does: a line says that.
 */
export async function checkService(
  environment: Parameters<typeof parseServiceSettings>[0],
  maxPages: number,
): Promise<ServiceCheck> {
  const configured = parseServiceSettings(environment);
  const agent = createServiceAgent(configured);
  try {
    return await tryService(configured, { maxPages, call: callBy(agent) });
  } finally {
    await agent.close();
  }
}

async function tryService(
  configured: ServiceSettings,
  { maxPages, call }: { maxPages: number; call: Call },
): Promise<ServiceCheck> {
  const lines: CheckLine[] = [];
  const say = (name: string, outcome: CheckLine['outcome'], seen: string) => void lines.push({ name, outcome, seen });
  const fitting: Record<string, string> = {};
  const token = await fetchToken(configured, call, say);
  if (token === undefined) return { lines, settings: fitting };
  const read = reader(configured, call, token);

  const first = await read(LIST, { limit: '100' });
  const page = typeof first === 'string' ? undefined : asObject(parseJson(first.body));
  if (typeof first === 'string' || first.status !== 200 || !page) {
    say(
      'One page',
      'fault',
      typeof first === 'string' ? first : `status ${first.status}, ${page ? '' : 'no '}JSON object`,
    );
    return { lines, settings: fitting };
  }
  checkClock(first, say);
  const names = findNames(page, configured, say);
  if (names.items !== 'items') fitting.TRANSFER_SERVICE_PAGE_ITEMS = names.items;
  if (names.cursor !== 'next_page_cursor') fitting.TRANSFER_SERVICE_PAGE_CURSOR = names.cursor;
  const records = asList(page[names.items]);
  await checkRecords(records, read, say);
  if (await checkEnd(read, names, { maxPages, say })) fitting.TRANSFER_SERVICE_EMPTY_PAGE_ENDS = 'on';
  const filters = await findFilters(records, read, names.items);
  say('Filters', 'ok', filters.length > 0 ? `honours ${filters.join(', ')}` : 'honours none of those that were tried');
  fitting.TRANSFER_SERVICE_FILTERS = filters.join(',');
  return { lines, settings: fitting };
}

type Say = (name: string, outcome: CheckLine['outcome'], seen: string) => void;

/** Calls the service; gives its answer, or why there is none. */
type Call = ReturnType<typeof callBy>;

const callBy =
  (agent: ReturnType<typeof createServiceAgent>) =>
  async (parts: Pick<HttpCall, 'operation' | 'method' | 'url' | 'headers' | 'body'>) => {
    const answer = await exchange({ ...parts, timeoutMs: TIMEOUT_MS }, agent);
    if (answer.ok) return answer.value;
    return answer.error.isTimeout ? `no answer within ${TIMEOUT_MS / 1000} s` : `not reachable: ${answer.error.cause}`;
  };

function reader(
  { TRANSFER_SERVICE_URL, TRANSFER_SERVICE_READS_PER_SECOND }: ServiceSettings,
  call: Call,
  token: string,
): Read {
  return async (path, query = {}) => {
    await delay(1000 / TRANSFER_SERVICE_READS_PER_SECOND);
    const search = new URLSearchParams(query).toString();
    const url = `${TRANSFER_SERVICE_URL}${path}${search && `?${search}`}`;
    return call({ operation: 'list', method: 'GET', url, headers: { authorization: `Bearer ${token}` } });
  };
}

async function fetchToken(configured: ServiceSettings, call: Call, say: Say): Promise<string | undefined> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: configured.TRANSFER_SERVICE_CLIENT_ID,
    client_secret: configured.TRANSFER_SERVICE_CLIENT_SECRET,
    ...(configured.TRANSFER_SERVICE_SCOPE && { scope: configured.TRANSFER_SERVICE_SCOPE }),
  });
  const answer = await call({
    operation: 'token',
    method: 'POST',
    url: `${configured.TRANSFER_SERVICE_AUTH_URL}/oauth2/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  });
  const body = typeof answer === 'string' ? undefined : asObject(parseJson(answer.body));
  if (typeof answer === 'string' || typeof body?.access_token !== 'string' || body.access_token === '') {
    say('Token', 'fault', typeof answer === 'string' ? answer : `status ${answer.status} ${text(body?.error)}`.trim());
    return undefined;
  }
  const seconds = Number(body.expires_in);
  say('Token', 'ok', seconds > 0 ? `for ${seconds} s` : 'without a lifetime: it is renewed every minute');
  const scopes = text(body.scope);
  say('Scopes', scopes === '' ? 'note' : 'ok', scopes === '' ? 'not listed in the answer' : scopes);
  return body.access_token;
}

function checkClock({ headers: { date } }: HttpAnswer, say: Say): void {
  const skew = (Date.parse(date ?? '') - Date.now()) / 1000;
  if (Number.isNaN(skew)) return say('Clock', 'note', 'the answer has no date');
  const isFar = Math.abs(skew) > MAX_SKEW_S;
  say(
    'Clock',
    isFar ? 'fault' : 'ok',
    `${Math.abs(skew).toFixed(0)} s ${skew < 0 ? 'behind' : 'ahead of'} this machine`,
  );
}

interface PageNames {
  items: string;
  cursor: string;
}

/** Finds the members of a page that hold its records and the next cursor: the configured ones, else what looks so. */
function findNames(page: Json, configured: ServiceSettings, say: Say): PageNames {
  const { TRANSFER_SERVICE_PAGE_ITEMS: items, TRANSFER_SERVICE_PAGE_CURSOR: cursor } = configured;
  const members = Object.entries(page);
  const lists = members.filter(([, value]) => Array.isArray(value)).map(([name]) => name);
  const found = Array.isArray(page[items]) ? items : lists.length === 1 ? lists[0] : undefined;
  const cursors = members.filter(([name]) => /cursor|next|token/i.test(name)).map(([name]) => name);
  const next = Object.hasOwn(page, cursor) ? cursor : cursors.length === 1 ? cursors[0] : undefined;
  const tell = (name: string, wanted: string, seen: string | undefined) =>
    say(name, seen === wanted ? 'ok' : seen === undefined ? 'fault' : 'note', describeName(wanted, seen, members));
  tell('Records of a page', items, found);
  tell('Cursor of a page', cursor, next);
  return { items: found ?? items, cursor: next ?? cursor };
}

function describeName(wanted: string, seen: string | undefined, members: readonly [string, unknown][]): string {
  if (seen === wanted) return `in “${wanted}”`;
  if (seen !== undefined) return `in “${seen}”, not in “${wanted}”`;
  return `not in “${wanted}”; the page has ${members.map(([name]) => `“${name}”`).join(', ') || 'no members'}`;
}

async function checkRecords(records: readonly unknown[], read: Read, say: Say): Promise<void> {
  const decoded = records.map(decodeTransfer);
  const [sample] = decoded;
  if (!sample) return say('One record', 'note', 'the list is empty');
  const flaws = [...new Set(decoded.flatMap((one) => one.flaws.map(({ field, message }) => `${field} ${message}`)))];
  say(
    'One record',
    flaws.length === 0 ? 'ok' : 'note',
    flaws.length === 0 ? `${decoded.length} as documented` : flaws.join('; '),
  );
  const transfers = decoded.flatMap((one) => (one.id === null ? [] : [one]));
  const unknown = [
    ...transfers.flatMap(({ type = '' }) => (TRANSFER_TYPES.some((known) => known === type) ? [] : [`type ${type}`])),
    ...transfers.flatMap(({ status = '' }) =>
      TRANSFER_STATUSES.some((known) => known === status) ? [] : [`status ${status}`],
    ),
  ];
  if (unknown.length > 0) say('Unknown values', 'note', [...new Set(unknown)].join(', '));
  const [times, id] = [transfers.map(({ created_at = '' }) => Date.parse(created_at)), transfers[0]?.id];
  say('Order of the list', 'ok', describeOrder(times));
  if (id === undefined) return;
  const answer = await read(`${LIST}/${encodeURIComponent(id)}`);
  const same = typeof answer === 'string' ? undefined : decodeTransfer(parseJson(answer.body)).id;
  const seen = typeof answer === 'string' ? answer : `status ${answer.status}`;
  say('The same record by its ID', same === id ? 'ok' : 'fault', same === id ? 'found' : `not found: ${seen}`);
  const absent = await read(`${LIST}/00000000-0000-4000-8000-000000000000`);
  const is404 = typeof absent !== 'string' && absent.status === 404;
  say('An unknown ID', is404 ? 'ok' : 'fault', typeof absent === 'string' ? absent : `status ${absent.status}`);
}

function describeOrder(times: readonly number[]): string {
  const rises = times.some((time, at) => at > 0 && time > (times[at - 1] ?? time));
  const falls = times.some((time, at) => at > 0 && time < (times[at - 1] ?? time));
  if (rises && falls) return 'none by time of creation';
  return rises ? 'oldest first' : falls ? 'newest first' : 'not visible in these records';
}

/** Walks the list to its end, at most so many pages; tells whether only an empty page ends it. */
async function checkEnd(
  read: Read,
  { items, cursor }: PageNames,
  { maxPages, say }: { maxPages: number; say: Say },
): Promise<boolean> {
  const known = new Set<string>();
  let [next, count] = ['', 0];
  for (let pages = 1; pages <= maxPages; pages += 1) {
    const answer = await read(LIST, { limit: String(PAGE_LIMIT), ...(next && { page_cursor: next }) });
    const page = typeof answer === 'string' ? undefined : asObject(parseJson(answer.body));
    if (typeof answer === 'string' || answer.status !== 200 || !page) {
      say(
        'End of the list',
        'fault',
        `page ${pages}: ${typeof answer === 'string' ? answer : `status ${answer.status}`}`,
      );
      return false;
    }
    const found = asList(page[items]).length;
    count += found;
    const walked = `${formatCount(count)} records on ${pages} ${pages === 1 ? 'page' : 'pages'}`;
    next = text(page[cursor]);
    if (next === '') {
      say('End of the list', 'ok', `an empty cursor, after ${walked}`);
      return false;
    }
    if (known.has(next)) {
      const isEmpty = found === 0;
      say('End of the list', isEmpty ? 'note' : 'fault', `a cursor came twice, after ${walked}: the list never ends`);
      return isEmpty;
    }
    known.add(next);
  }
  say('End of the list', 'note', `not reached within the pages that were read: ${maxPages} (--pages)`);
  return false;
}
