/*
 * What the company's directory writes over SCIM 2.0 (RFC 7643, 7644), as far as the console reads it: a closed list of
 * five attributes, in the forms in which Microsoft Entra ID and Okta send them. Everything else is accepted and not
 * kept. Names of attributes, operations and filters have no case (RFC 7643, 2.1), and are only ever looked up in a Map,
 * so that no name of a member reaches a prototype.
 */
import { fail, ok, type Result } from '@/lib/result';
import { isJsonObject, parseJson } from '@/lib/text/parse-json';
import { isStorable } from '@/lib/text/storable-text';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** What the console keeps of an account of the directory. */
export interface DirectoryAttributes {
  userName: string;
  externalId: string | null;
  displayName: string | null;
  email: string | null;
  isActive: boolean;
}

/** Why a request is refused, by RFC 7644, 3.12. */
export interface ScimError {
  status: 400 | 401 | 404 | 409 | 413 | 429;
  scimType?:
    | 'invalidFilter'
    | 'invalidSyntax'
    | 'invalidPath'
    | 'invalidValue'
    | 'tooMany'
    | 'uniqueness'
    | 'mutability';
  detail: string;
}

type Changes = Partial<DirectoryAttributes>;
type Read<Value> = Result<Value, ScimError>;

const refuse = (scimType: NonNullable<ScimError['scimType']>, detail: string) =>
  fail<ScimError>({ status: 400, scimType, detail });

const MAX_LENGTH = 200;
const MAX_OPERATIONS = 100;

/** Reads an account that is created or replaced. What it leaves out stays as it is, or has no value. */
export function readUser(body: unknown): Read<Changes & { userName: string }> {
  const members = membersOf(body);
  if (!members || !hasSchema(members, USER_SCHEMA)) return refuse('invalidSyntax', `Send a user of ${USER_SCHEMA}.`);
  const changes = collect([...members].map(([name, value]) => readAttribute(name, value)));
  if (!changes.ok) return changes;
  const { userName } = changes.value;
  return userName === undefined
    ? refuse('invalidValue', 'userName is required.')
    : // Entra sends an empty displayName beside the parts of the name.
      ok({ ...changes.value, displayName: changes.value.displayName ?? readName(members.get('name')), userName });
}

/**
 * Reads the changes of a PATCH, in order: operations in any case, with or without a path, with one of the forms of a
 * path that directories send (`emails[type eq "work"].value`).
 */
export function readPatch(body: unknown): Read<Changes> {
  const members = membersOf(body);
  const operations = members?.get('operations');
  if (!members || !hasSchema(members, PATCH_SCHEMA) || !Array.isArray(operations) || operations.length === 0)
    return refuse('invalidSyntax', `Send Operations of ${PATCH_SCHEMA}.`);
  if (operations.length > MAX_OPERATIONS)
    return fail({ status: 413, scimType: 'tooMany', detail: `Send at most ${MAX_OPERATIONS} operations.` });
  return collect(operations.map(readOperation));
}

function readOperation(operation: unknown): Read<Changes> {
  const members = membersOf(operation);
  const name = String(members?.get('op')).toLowerCase();
  if (!members || !['add', 'replace', 'remove'].includes(name))
    return refuse('invalidSyntax', 'An operation has op: add, replace or remove.');
  const path = members.get('path');
  if (path !== undefined && path !== null && typeof path !== 'string')
    return refuse('invalidPath', 'A path is a text.');
  if (name === 'remove')
    return path ? removeAttribute(path) : refuse('invalidPath', 'An operation that removes has a path.');
  if (path) return readAttribute(path, members.get('value'));
  const values = membersOf(members.get('value'));
  if (!values) return refuse('invalidValue', 'An operation without a path has an object of attributes.');
  return collect([...values].map(([attribute, value]) => readAttribute(attribute, value)));
}

// The attributes that are texts, by their names in lower case.
const TEXTS = new Map([
  ['username', 'userName'],
  ['externalid', 'externalId'],
  ['displayname', 'displayName'],
  ['emails', 'email'],
] as const);
type TextName = Parameters<typeof TEXTS.get>[0];

function removeAttribute(path: string): Read<Changes> {
  const attribute = TEXTS.get(nameOf(path) as TextName);
  if (attribute === 'userName') return refuse('invalidValue', 'userName is required.');
  return ok(attribute === undefined ? {} : { [attribute]: null });
}

/** The attribute that a path or a member's name is about: without the schema, a filter or a part, in lower case. */
function nameOf(path: string): string {
  const lower = path.trim().toLowerCase();
  const prefix = `${USER_SCHEMA.toLowerCase()}:`;
  const name = lower.startsWith(prefix) ? lower.slice(prefix.length) : lower;
  return name === 'name.formatted' ? 'displayname' : /^emails(?:\[[^\]]*\])?(?:\.value)?$/.test(name) ? 'emails' : name;
}

function readAttribute(path: string, value: unknown): Read<Changes> {
  const name = nameOf(path);
  if (name === 'active') return readActive(value);
  const attribute = TEXTS.get(name as TextName);
  if (attribute === undefined) return ok({});
  const given = attribute === 'email' ? mainAddressOf(value) : value;
  const isEmpty = given === null || (attribute === 'displayName' && given === '');
  if (isEmpty && attribute !== 'userName') return ok({ [attribute]: null });
  const text = readText(given);
  return text === undefined
    ? refuse(
        'invalidValue',
        `${attribute === 'email' ? 'emails' : attribute} must be a text of 1 to ${MAX_LENGTH} characters.`,
      )
    : ok({ [attribute]: text });
}

/** Reads a text that can be kept, without blanks at its ends; undefined for anything else. */
function readText(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text !== '' && text.length <= MAX_LENGTH && isStorable(text) ? text : undefined;
}

/** Entra sends the boolean as text, as "False". */
function readActive(value: unknown): Read<Changes> {
  const text = typeof value === 'string' ? value.toLowerCase() : value;
  if (text === true || text === 'true') return ok({ isActive: true });
  return text === false || text === 'false'
    ? ok({ isActive: false })
    : refuse('invalidValue', 'active must be true or false.');
}

/** The primary address of a list, or else the first, null for an empty list; what a path gives that leads to it. */
function mainAddressOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  if (value.length === 0) return null;
  const all = value.map(membersOf);
  const chosen = all.find((each) => each?.get('primary') === true || each?.get('primary') === 'true') ?? all[0];
  // A list without an address is a mistake, where an empty list is none.
  return chosen?.get('value') ?? '';
}

function readName(name: unknown): string | null {
  const parts = membersOf(name);
  const whole = parts?.get('formatted');
  const pieces = [parts?.get('givenname'), parts?.get('familyname')].filter(Boolean).join(' ');
  return readText(typeof whole === 'string' && whole.trim() !== '' ? whole : pieces) ?? null;
}

const hasSchema = (members: ReadonlyMap<string, unknown>, schema: string) => {
  const schemas = members.get('schemas');
  return Array.isArray(schemas) && schemas.includes(schema);
};

/** The members of a JSON object by their names in lower case; undefined for anything else. */
function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  return isJsonObject(value)
    ? new Map(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]))
    : undefined;
}

/** Joins changes in their order, later ones first; the first refusal refuses all. */
function collect(read: readonly Read<Changes>[]): Read<Changes> {
  const refused = read.find((each) => !each.ok);
  if (refused) return refused;
  return ok(Object.assign({}, ...read.map((each) => (each.ok ? each.value : {}))) as Changes);
}

/** An account that a filter asks for. */
export interface UserFilter {
  attribute: 'userName' | 'externalId' | 'id';
  value: string;
}

const FILTERABLE = ['userName', 'externalId', 'id'] as const;

/** Reads a filter: one attribute that equals one text, as directories ask before they write. Undefined for none. */
export function readFilter(filter: string | null): Read<UserFilter | undefined> {
  if (filter === null || filter.trim() === '') return ok(undefined);
  const [, name = '', text = ''] = /^\s*(\w+)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i.exec(filter.slice(0, 1000)) ?? [];
  const attribute = FILTERABLE.find((each) => each.toLowerCase() === name.toLowerCase());
  const value = parseJson(text);
  return attribute === undefined || typeof value !== 'string' || !isStorable(value)
    ? refuse(
        'invalidFilter',
        'Ask for userName, externalId or id that eq a text, such as userName eq "ada@desk.example".',
      )
    : ok({ attribute, value });
}
