/*
 * The SCIM 2.0 endpoint (RFC 7644) at /scim/v2, for the company's directory. server/request-guard.mjs lets in only who
 * shows SCIM_TOKEN, with at most 64 kB; no cookie is read here.
 */
import 'server-only';
import {
  ERROR_SCHEMA,
  LIST_SCHEMA,
  readFilter,
  readPatch,
  readUser,
  type ScimError,
  USER_SCHEMA,
} from '@/lib/directory/scim';
import { fail, type Result } from '@/lib/result';
import { parseJson } from '@/lib/text/parse-json';
import { countCall } from '@/lib/server/auth/rate-limits';
import { type Origin, readOrigin } from '@/lib/server/auth/request-origin';
import { settings } from '@/lib/server/config/settings';
import {
  changeUser,
  createUser,
  deleteUser,
  type DirectoryUser,
  listUsers,
  readUserById,
} from '@/lib/server/directory/users';

const MAX_PAGE = 200;
const NOT_FOUND: ScimError = { status: 404, detail: 'No such resource.' };

/** Answers a request under /scim/v2, by its path below that. */
export async function answerScim(request: Request, path: readonly string[]): Promise<Response> {
  const origin = await readOrigin();
  const retryAfterS = await countCall('directory', { own: 'token', origin });
  if (retryAfterS !== undefined)
    return answerError({ status: 429, detail: 'Too many requests.' }, { 'retry-after': String(retryAfterS) });
  const [kind, id, ...rest] = path;
  if (kind === 'ServiceProviderConfig' && request.method === 'GET') return answer(200, PROVIDER_CONFIG);
  if (kind !== 'Users' || rest.length > 0) return answerError(NOT_FOUND);
  return id === undefined ? answerUsers(request, origin) : answerUser(request, id, origin);
}

async function answerUsers(request: Request, origin: Origin): Promise<Response> {
  if (request.method === 'GET') return answerList(new URL(request.url).searchParams);
  if (request.method !== 'POST') return answerError(NOT_FOUND);
  const user = readUser(await readJson(request));
  return answerWritten(201, user.ok ? await createUser(user.value, origin) : user);
}

async function answerUser(request: Request, id: string, origin: Origin): Promise<Response> {
  switch (request.method) {
    case 'GET': {
      const user = await readUserById(id);
      return answerWritten(200, user ? { ok: true, value: user } : fail(NOT_FOUND));
    }
    case 'PUT': {
      const user = readUser(await readJson(request));
      return answerWritten(200, user.ok ? await changeUser(id, user.value, origin) : user);
    }
    case 'PATCH': {
      const changes = readPatch(await readJson(request));
      return answerWritten(200, changes.ok ? await changeUser(id, changes.value, origin) : changes);
    }
    case 'DELETE': {
      const deleted = await deleteUser(id, origin);
      return deleted.ok ? new Response(null, { status: 204 }) : answerError(deleted.error);
    }
    default:
      return answerError(NOT_FOUND);
  }
}

async function answerList(parameters: URLSearchParams): Promise<Response> {
  const filter = readFilter(parameters.get('filter'));
  if (!filter.ok) return answerError(filter.error);
  // RFC 7644, 3.4.2.4: what is below 1 counts as 1, a negative count as 0.
  const startIndex = Math.max(1, readWhole(parameters.get('startIndex'), 1));
  const limit = Math.min(MAX_PAGE, Math.max(0, readWhole(parameters.get('count'), 100)));
  const { users, total } = await listUsers(filter.value, { offset: startIndex - 1, limit });
  return answer(200, {
    schemas: [LIST_SCHEMA],
    totalResults: total,
    startIndex,
    itemsPerPage: users.length,
    Resources: users.map(toResource),
  });
}

function readWhole(text: string | null, fallback: number): number {
  return text !== null && /^-?[0-9]{1,9}$/.test(text) ? Number(text) : fallback;
}

// What is no JSON is refused as what is no object.
const readJson = async (request: Request) => parseJson(await request.text());

function answerWritten(status: number, written: Result<DirectoryUser, ScimError>): Response {
  if (!written.ok) return answerError(written.error);
  const resource = toResource(written.value);
  return answer(status, resource, { location: resource.meta.location });
}

function toResource({ id, userName, externalId, displayName, email, isActive, createdAt, updatedAt }: DirectoryUser) {
  return {
    schemas: [USER_SCHEMA],
    id,
    ...(externalId !== null && { externalId }),
    userName,
    ...(displayName !== null && { displayName }),
    ...(email !== null && { emails: [{ value: email, type: 'work', primary: true }] }),
    active: isActive,
    meta: {
      resourceType: 'User',
      created: createdAt.toISOString(),
      lastModified: updatedAt.toISOString(),
      location: `${settings().NEXTAUTH_URL}/scim/v2/Users/${id}`,
    },
  };
}

const PROVIDER_CONFIG = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_PAGE },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [{ type: 'oauthbearertoken', name: 'Bearer token', description: 'SCIM_TOKEN' }],
};

const answerError = ({ status, ...error }: ScimError, headers: Record<string, string> = {}) =>
  answer(status, { schemas: [ERROR_SCHEMA], status: String(status), ...error }, headers);

function answer(status: number, body: object, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/scim+json', 'cache-control': 'no-store', ...headers },
  });
}
