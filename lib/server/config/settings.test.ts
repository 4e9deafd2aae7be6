import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path, { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { isDirect } from '@/lib/server/config/no-proxy';
import { SECRETS } from '@/lib/server/config/secret-files';
import { parseSettings, provideSettings, SETTING_NAMES, settings, SettingsError } from '@/lib/server/config/settings';
import { createAuthority } from '@/scripts/testing/network/authority';
import { resetSingletons } from '@/scripts/testing/singletons';

const GOOD = {
  DATABASE_URL: 'postgres://localhost/x',
  TRANSFER_SERVICE_URL: 'https://service.example/',
  TRANSFER_SERVICE_AUTH_URL: 'https://auth.example',
  TRANSFER_SERVICE_CLIENT_ID: 'id',
  TRANSFER_SERVICE_CLIENT_SECRET: 'canary-secret',
  NEXTAUTH_URL: 'http://127.0.0.1:3000',
  NEXTAUTH_SECRET: 'x'.repeat(32),
  OIDC_ISSUER: 'https://people.example',
  OIDC_CLIENT_ID: 'console',
  OIDC_CLIENT_SECRET: 'canary-other',
  CONSOLE_ENVIRONMENT: 'sandbox',
};

const SANDBOX_SECRET = 'only-for-the-sandbox-replace-me-before-anything-else';

function issuesOf(change: Record<string, string | undefined>) {
  try {
    parseSettings({ ...GOOD, ...change });
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    expect(error.message).not.toContain('canary');
    return error.issues.map(({ name }) => name);
  }
}

function messageOf(change: Record<string, string | undefined>): string {
  try {
    parseSettings({ ...GOOD, ...change });
    return '';
  } catch (error) {
    return error instanceof SettingsError ? error.message : String(error);
  }
}

const networksOf = (TRANSFER_SERVICE_NETWORKS?: string) =>
  parseSettings({ ...GOOD, TRANSFER_SERVICE_NETWORKS }).TRANSFER_SERVICE_NETWORKS;

it('takes each further network once, and refuses what is no name of one', () => {
  expect([networksOf(), networksOf('')]).toEqual([[], []]);
  expect(networksOf('SUI, DOGECOIN,SUI,BITCOIN,TRON')).toEqual(['SUI', 'DOGECOIN', 'BITCOIN', 'TRON']);
  for (const unknown of ['sui', 'S', 'TRON;SUI'])
    expect(messageOf({ TRANSFER_SERVICE_NETWORKS: `SUI,${unknown}` })).toContain('may contain names such as AVALANCHE');
});

it('fills in what is not set, and reads lists', () => {
  expect(parseSettings(GOOD)).toMatchObject({
    TRANSFER_SERVICE_URL: 'https://service.example',
    OIDC_ROLE_MAP: { finance: 'finance' },
    OIDC_REQUIRED_ACR: [],
  });
  expect(parseSettings({ ...GOOD, OIDC_REQUIRED_ACR: 'gold, silver,' }).OIDC_REQUIRED_ACR).toEqual(['gold', 'silver']);
  expect(parseSettings({ ...GOOD, TRANSFER_SERVICE_IDEMPOTENCY_HEADER: '' }).TRANSFER_SERVICE_IDEMPOTENCY_HEADER).toBe(
    '',
  );
});

it('reads calendars of bank days, and lists the faults of every file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'calendars-'));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  try {
    const home = write('Home.txt', '2026-06-23');
    const BANK_CALENDARS = `${home}, ${write('Gulf.days', 'weekend Friday Saturday\n2026-03-20')}`;
    expect(parseSettings({ ...GOOD, BANK_CALENDARS }).BANK_CALENDARS).toEqual([
      { name: 'Home', weekend: [6, 0], closed: ['2026-06-23'] },
      { name: 'Gulf', weekend: [5, 6], closed: ['2026-03-20'] },
    ]);
    const message = messageOf({ BANK_CALENDARS: `${write('a.txt', 'canary')},${join(folder, 'b.txt')}` });
    expect(message).toContain('a.txt: line 1 is no date such as 2026-12-31');
    // It could be a file of secrets.
    expect(message).not.toContain('canary');
    expect(message).toContain('b.txt cannot be read (ENOENT)');
    expect(messageOf({ BANK_CALENDARS: `${home},${home}` })).toContain('names two files of the same name');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('takes a private key in place of the secret of the identity provider, and further scopes', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = { ...privateKey.export({ format: 'jwk' }), alg: 'ES256', kid: 'desk-1' };
  const given = { ...GOOD, OIDC_CLIENT_SECRET: '', OIDC_CLIENT_KEY: JSON.stringify(key), OIDC_SCOPE: 'openid groups' };
  expect(parseSettings(given)).toMatchObject({ OIDC_CLIENT_KEY: key, OIDC_SCOPE: 'openid groups' });
});

it('takes a locale and a time zone that this machine knows', () => {
  const { DESK_LOCALE, DESK_TIME_ZONE } = parseSettings({ ...GOOD, DESK_LOCALE: '', DESK_TIME_ZONE: '' });
  expect([DESK_LOCALE, DESK_TIME_ZONE]).toEqual(['en-GB', undefined]);
  expect(parseSettings({ ...GOOD, DESK_LOCALE: 'de-CH', DESK_TIME_ZONE: 'Europe/Zurich' })).toMatchObject({
    DESK_LOCALE: 'de-CH',
    DESK_TIME_ZONE: 'Europe/Zurich',
  });
  expect(messageOf({ DESK_LOCALE: 'en_GB' })).toContain('DESK_LOCALE: is not a locale, such as en-GB');
  expect(messageOf({ DESK_TIME_ZONE: 'Mars/Base' })).toContain('DESK_TIME_ZONE: is not a time zone');
});

it('lists every issue at once', () => {
  const all = issuesOf({
    DATABASE_URL: undefined,
    NEXTAUTH_SECRET: 'short',
    CONSOLE_ENVIRONMENT: 'test',
    TRANSFER_SERVICE_URL: 'ftp://x',
  });
  expect(all.toSorted()).toEqual(['CONSOLE_ENVIRONMENT', 'DATABASE_URL', 'NEXTAUTH_SECRET', 'TRANSFER_SERVICE_URL']);
});

it('quotes the given values, but never a secret', () => {
  const given = {
    ...GOOD,
    SEND_LEASE_MS: 'soon',
    NEXTAUTH_SECRET: 'canary-short',
    DATABASE_URL: 'mysql://somebody:canary@db',
  };
  expect(() => parseSettings(given)).toThrow(/SEND_LEASE_MS: is not a number \(given: "soon"\)/);
  expect(() => parseSettings(given)).toThrow(/NEXTAUTH_SECRET: is too short.* \(given: 12 characters, not shown\)/);
  expect(issuesOf(given)).toHaveLength(3);
});

/** What production requires besides. */
const PRODUCTION = { CONSOLE_ENVIRONMENT: 'production', CONSOLE_PROXY_HOPS: '1', METRICS_TOKEN: 'canary-'.repeat(5) };

it.each(['127.0.0.1', '0.0.0.0', '::', '::1', '10.0.0.7'])('listens on an IP address: %s', (CONSOLE_LISTEN) => {
  expect(parseSettings({ ...GOOD, CONSOLE_LISTEN }).CONSOLE_LISTEN).toBe(CONSOLE_LISTEN);
});

it.each(['localhost', '*', 'console.example', '127.0.0.1:3000', '[::]', '0', '256.1.1.1'])(
  'does not listen on what is no IP address: %s',
  (CONSOLE_LISTEN) => expect(messageOf({ CONSOLE_LISTEN })).toContain('CONSOLE_LISTEN: is not an IP address'),
);

it('takes any HOSTNAME, which decides nothing', () => {
  const parsed = parseSettings({ ...GOOD, HOSTNAME: 'countersign-7d9f8-x2x4q' });
  expect(parsed.CONSOLE_LISTEN).toBe('127.0.0.1');
  expect(parsed).not.toHaveProperty('HOSTNAME');
});

const SEND_TIMES = ['RECONCILE_QUIET_MS', 'SEND_LEASE_MS', 'SEND_TIMEOUT_MS'];

it('lists contradictions together with values that are invalid by themselves', () => {
  const issues = issuesOf({
    ...PRODUCTION,
    NEXTAUTH_SECRET: SANDBOX_SECRET,
    SEND_TIMEOUT_MS: '40000',
    RECONCILE_QUIET_MS: '30000',
    PORT: 'x',
  });
  expect(issues.toSorted()).toEqual(['NEXTAUTH_SECRET', 'PORT', 'RECONCILE_QUIET_MS', 'SEND_TIMEOUT_MS']);
});

it.each([
  ['production', 'https://api.sandbox.service.example', 'id', ['TRANSFER_SERVICE_URL']],
  ['production', 'https://service.example', 'countersign-service', ['TRANSFER_SERVICE_CLIENT_ID']],
  ['production', 'https://service.example', 'id', []],
  ['sandbox', 'https://api.prod.service.example', 'id', ['TRANSFER_SERVICE_URL']],
  ['sandbox', 'https://sandbox.service.example', 'id', []],
  ['sandbox', 'http://127.0.0.1:4010', 'countersign-service', []],
])(
  'a console labelled %s that uses the service %s as %s',
  (CONSOLE_ENVIRONMENT, TRANSFER_SERVICE_URL, TRANSFER_SERVICE_CLIENT_ID, issues) => {
    expect(issuesOf({ ...PRODUCTION, CONSOLE_ENVIRONMENT, TRANSFER_SERVICE_URL, TRANSFER_SERVICE_CLIENT_ID })).toEqual(
      issues,
    );
  },
);

const DATABASE = 'postgres://console:canary@database.example/x';

describe('a console labelled production', () => {
  it.each([
    [DATABASE, ['DATABASE_URL']],
    [`${DATABASE}?sslmode=verify-full`, []],
    [`${DATABASE}?sslmode=verify-full&sslrootcert=/etc/ssl/own.pem&application_name=desk`, []],
    // pg treats these like verify-full today and announces that it will not.
    [`${DATABASE}?sslmode=require`, ['DATABASE_URL']],
    [`${DATABASE}?sslmode=verify-ca`, ['DATABASE_URL']],
    [`${DATABASE}?sslmode=disable`, ['DATABASE_URL']],
    [`${DATABASE}?sslmode=no-verify`, ['DATABASE_URL']],
    [`${DATABASE}?sslmode=verify-full&sslmode=disable`, ['DATABASE_URL']],
    [`${DATABASE}?sslmode=verify-full&uselibpqcompat=true`, ['DATABASE_URL']],
    [`${DATABASE}?ssl=true`, ['DATABASE_URL']],
    ['postgres://console:canary@127.0.0.1/x?host=database.example', ['DATABASE_URL']],
    ['postgres://console:canary@127.0.0.1/x?port=6432', ['DATABASE_URL']],
    ['postgres://console:canary@127.0.0.1/x?statement_timeout=0', ['DATABASE_URL']],
    ['postgres://console:canary@127.0.0.1/x?options=-c%20synchronous_commit%3Doff', ['DATABASE_URL']],
    // pg reads this address, and the machine from the parameter.
    ['postgres://console:canary@/x?host=database.example', ['DATABASE_URL']],
    ['postgres://console:canary@127.0.0.1/x', []],
    ['postgres://console:canary@[::1]/x', []],
    ['postgres://%2Fvar%2Frun%2Fpostgresql/x', []],
    ['postgres:///x', []],
  ])('with the database %s', (url, issues) => {
    expect(issuesOf({ ...PRODUCTION, DATABASE_URL: url })).toEqual(issues);
    expect(issuesOf({ DATABASE_URL: url })).toEqual([]);
    const owner = issues.map(() => 'DATABASE_OWNER_URL');
    expect(issuesOf({ ...PRODUCTION, DATABASE_OWNER_URL: url })).toEqual(owner);
    const replica = issues.map(() => 'DATABASE_READ_URL');
    const readable = URL.canParse(url) ? `${DATABASE}-two?sslmode=verify-full, ${url}` : url;
    expect(issuesOf({ ...PRODUCTION, DATABASE_READ_URL: readable })).toEqual(replica);
  });

  it('with a machine from PGHOST, which pg takes where the address names none', () => {
    expect(issuesOf({ ...PRODUCTION, DATABASE_URL: 'postgres:///x', PGHOST: 'database.example' })).toEqual([
      'DATABASE_URL',
    ]);
    expect(issuesOf({ ...PRODUCTION, DATABASE_URL: 'postgres:///x', PGHOST: '/run/postgresql' })).toEqual([]);
  });

  it.each([
    [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, ['NODE_TLS_REJECT_UNAUTHORIZED']],
    [{ NODE_TLS_REJECT_UNAUTHORIZED: '1' }, []],
    // The quiet period of 101 ms that a hostile review started production with.
    [{ SEND_TIMEOUT_MS: '100', SEND_LEASE_MS: '201', RECONCILE_QUIET_MS: '101' }, SEND_TIMES],
    [{ SEND_TIMEOUT_MS: '4999' }, ['SEND_TIMEOUT_MS']],
    [{ SEND_TIMEOUT_MS: '5000', SEND_LEASE_MS: '14999' }, ['SEND_LEASE_MS']],
    [{ RECONCILE_QUIET_MS: '59999' }, ['RECONCILE_QUIET_MS']],
    [{ RECONCILE_QUIET_MS: '60000' }, []],
    [{ RECONCILE_QUIET_MS: '60000', SEND_TIMEOUT_MS: '20001' }, ['RECONCILE_QUIET_MS']],
    [{ RECONCILE_QUIET_MS: '69999', SEND_TIMEOUT_MS: '29999' }, []],
  ])('with %j', (change, issues) => {
    expect(issuesOf({ ...PRODUCTION, ...change }).toSorted()).toEqual(issues);
    expect(issuesOf(change)).toEqual([]);
  });

  const INSECURE = {
    ...PRODUCTION,
    DATABASE_URL: `${DATABASE}?host=other.example`,
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    RECONCILE_QUIET_MS: '50000',
  };

  it.each([
    ['', ['DATABASE_URL', 'NODE_TLS_REJECT_UNAUTHORIZED', 'RECONCILE_QUIET_MS']],
    ['database-tls', ['DATABASE_URL', 'NODE_TLS_REJECT_UNAUTHORIZED', 'RECONCILE_QUIET_MS']],
    ['database-tls, database-parameters', ['NODE_TLS_REJECT_UNAUTHORIZED', 'RECONCILE_QUIET_MS']],
    ['tls-verification,send-timing', ['DATABASE_URL']],
    ['database-tls,database-parameters,tls-verification,send-timing', []],
    ['everything', ['CONSOLE_INSECURE_WAIVER', 'DATABASE_URL', 'NODE_TLS_REJECT_UNAUTHORIZED', 'RECONCILE_QUIET_MS']],
  ])('lists every issue that CONSOLE_INSECURE_WAIVER=%s does not waive', (CONSOLE_INSECURE_WAIVER, issues) => {
    expect(issuesOf({ ...INSECURE, CONSOLE_INSECURE_WAIVER }).toSorted()).toEqual(issues);
  });

  it('names both what is unencrypted and what is replaced in one address', () => {
    const text = messageOf({ ...INSECURE, DATABASE_URL: `${DATABASE}?host=other.example` });
    expect(text).toMatch(/DATABASE_URL: .*waiver: database-parameters.*waiver: database-tls/);
  });

  it('never accepts times that contradict each other, waived or not', () => {
    const times = { SEND_TIMEOUT_MS: '40000', RECONCILE_QUIET_MS: '30000', CONSOLE_INSECURE_WAIVER: 'send-timing' };
    expect(issuesOf({ ...PRODUCTION, ...times }).toSorted()).toEqual(['RECONCILE_QUIET_MS', 'SEND_TIMEOUT_MS']);
  });
});

it.each([
  ['production', undefined, ['CONSOLE_PROXY_HOPS']],
  ['production', '', ['CONSOLE_PROXY_HOPS']],
  ['production', '0', []],
  ['production', '1', []],
  ['sandbox', undefined, []],
])('a console labelled %s with CONSOLE_PROXY_HOPS = %j', (CONSOLE_ENVIRONMENT, CONSOLE_PROXY_HOPS, issues) => {
  expect(issuesOf({ ...PRODUCTION, CONSOLE_ENVIRONMENT, CONSOLE_PROXY_HOPS })).toEqual(issues);
});

it.each([
  ['production', undefined, ['METRICS_TOKEN']],
  ['production', '', ['METRICS_TOKEN']],
  ['production', 'canary', ['METRICS_TOKEN']],
  ['production', 'canary-'.repeat(5), []],
  ['sandbox', undefined, []],
])('a console labelled %s with METRICS_TOKEN = %j', (CONSOLE_ENVIRONMENT, METRICS_TOKEN, issues) => {
  expect(issuesOf({ ...PRODUCTION, CONSOLE_ENVIRONMENT, METRICS_TOKEN })).toEqual(issues);
});

it.each([
  ['TRANSFER_SERVICE_URL', 'http://service.example'],
  ['OIDC_ISSUER', 'http://10.0.0.1'],
  ['OIDC_ISSUER', 'https://somebody:canary-password@people.example'],
  ['TRANSFER_SERVICE_AUTH_URL', 'http://canary-key@auth.example'],
  ['TRANSFER_SERVICE_URL', 'htps://somebody:canary-password@service.example'],
  ['OIDC_ROLE_MAP', '{"a":"king"}'],
  ['OIDC_ROLE_MAP', 'not json'],
  ['OIDC_CLIENT_SECRET', undefined],
  ['OIDC_SCOPE', 'profile email'],
  ['OIDC_SCOPE', 'openid  email'],
  ['OIDC_SCOPE', 'openid\tgroups'],
  ['OIDC_CLIENT_KEY', 'canary'],
  ['OIDC_CLIENT_KEY', '{"kty":"RSA","alg":"none","kid":"a","d":"canary"}'],
  ['OIDC_CLIENT_KEY', '{"kty":"EC","crv":"P-256","alg":"ES256","kid":"a","x":"a","y":"b","d":"canary"}'],
  ['TRANSFER_SERVICE_PAGE_LIMIT', '0'],
  ['SEND_TIMEOUT_MS', '40000'],
  ['RECONCILE_QUIET_MS', '20000'],
  ['SEND_RESEND_POLICY', 'always'],
  ['TRANSFER_SERVICE_BENEFICIARY', 'drop'],
  ['TRANSFER_SERVICE_BALANCES', 'yes'],
  ['SEND_MAX_ATTEMPTS', '0'],
  ['OIDC_REQUIRED_ACR', 'gold,two words'],
  ['LOG_LEVEL', 'loud'],
])('rejects %s = %s', (name, value) => {
  expect(issuesOf({ [name]: value })).toEqual([name]);
});

describe('a secret', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'countersign-secrets-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const fileOf = (content: string, name = 'secret') => {
    writeFileSync(path.join(directory, name), content);
    return path.join(directory, name);
  };
  const given = { NEXTAUTH_SECRET: '', NEXTAUTH_SECRET_FILE: '' };

  it('is one of the settings, and named by the contract as one that a file may hold', () => {
    const contract = readFileSync('docs/specification/console-contract.md', 'utf8');
    const [, sentence = ''] = /Each secret may be a file.*?: (.*?)\. /s.exec(contract) ?? [];
    expect([...sentence.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name)).toEqual(SECRETS);
    expect(SECRETS.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
  });

  it.each(['canary-'.repeat(5), 'two\nlines-of-thirty-two-characters\n'])('comes from a file: %j', (text) => {
    for (const newline of ['', '\n', '\r\n'])
      expect(
        parseSettings({ ...GOOD, ...given, NEXTAUTH_SECRET_FILE: fileOf(`${text}${newline}`) }).NEXTAUTH_SECRET,
      ).toBe(newline === '' ? text.replace(/\n$/, '') : text);
  });

  it.each<[string, () => Record<string, string>, string]>([
    ['both', () => ({ ...given, NEXTAUTH_SECRET: 'x'.repeat(32), NEXTAUTH_SECRET_FILE: fileOf('canary') }), 'set one'],
    ['no file', () => ({ ...given, NEXTAUTH_SECRET_FILE: `${directory}/none` }), 'cannot be read (ENOENT)'],
    ['the secret for its path', () => ({ ...given, NEXTAUTH_SECRET_FILE: 'canary' }), '(given: 6 characters, not'],
    ['a directory', () => ({ ...given, NEXTAUTH_SECRET_FILE: directory }), 'something else than a file'],
    ['a device', () => ({ ...given, NEXTAUTH_SECRET_FILE: '/dev/zero' }), 'something else than a file'],
    ['a large file', () => ({ ...given, NEXTAUTH_SECRET_FILE: fileOf('canary'.repeat(20_000)) }), 'of more than 65536'],
    ['a newline', () => ({ ...given, NEXTAUTH_SECRET_FILE: fileOf('\n') }), 'names an empty file'],
  ])('is refused from %s, once and without its content', (_, change, words) => {
    expect(issuesOf(change())).toEqual(['NEXTAUTH_SECRET_FILE']);
    expect(messageOf(change())).toContain(words);
  });

  it('is checked like one of the environment', () => {
    const change = { ...given, NEXTAUTH_SECRET_FILE: fileOf('canary') };
    expect(issuesOf({ ...change, METRICS_TOKEN_FILE: `${directory}/none`, PORT: 'x' }).toSorted()).toEqual([
      'METRICS_TOKEN_FILE',
      'NEXTAUTH_SECRET',
      'PORT',
    ]);
    expect(messageOf(change)).toContain('NEXTAUTH_SECRET: is too short');
    expect(issuesOf({ ...PRODUCTION, NEXTAUTH_SECRET: '', NEXTAUTH_SECRET_FILE: fileOf(SANDBOX_SECRET) })).toEqual([
      'NEXTAUTH_SECRET',
    ]);
    expect(issuesOf({ ...PRODUCTION, METRICS_TOKEN: '', METRICS_TOKEN_FILE: `${directory}/none` })).toEqual([
      'METRICS_TOKEN_FILE',
    ]);
  });
});

const issuesOfPair = (certificate: string, key: string) =>
  issuesOf({ TRANSFER_SERVICE_CLIENT_CERT: certificate, TRANSFER_SERVICE_CLIENT_KEY: key });

describe('the way out', () => {
  it.each([
    ['', 'service.example', '443', false],
    ['*', 'service.example', '443', true],
    ['other.example, *', 'service.example', '443', true],
    ['service.example', 'service.example', '443', true],
    ['SERVICE.example', 'service.EXAMPLE.', '443', true],
    ['example', 'service.example', '443', true],
    ['.example other.test', 'service.example', '443', true],
    ['*.example', 'service.example', '443', true],
    ['ice.example', 'service.example', '443', false],
    ['service.example.test', 'service.example', '443', false],
    ['service.example:8443', 'service.example', '443', false],
    ['service.example:8443', 'service.example', '8443', true],
    ['10.1.2.3', '10.1.2.3', '443', true],
    ['10.0.0.0/8', '10.1.2.3', '443', true],
    ['10.0.0.0/8', '11.1.2.3', '443', false],
    ['10.0.0.0/8', 'ten.example', '443', false],
    ['fd00::/8', '[fd12::1]', '443', true],
    ['fd12:0:0::1', 'fd12::1', '443', true],
    ['[fd12::1]:8443', 'fd12::1', '443', false],
    ['2.3', '1.2.3', '443', true],
    // This machine is never behind a proxy.
    ['', 'localhost', '443', true],
    ['', '127.0.0.1', '4010', true],
    ['', '[::1]', '4010', true],
    ['', '::1', '4010', true],
    ['', 'localhost.example', '443', false],
  ])('with NO_PROXY=%s to %s port %s is direct: %s', (NO_PROXY, hostname, port, direct) => {
    expect(isDirect({ hostname, port }, parseSettings({ ...GOOD, NO_PROXY }).NO_PROXY)).toBe(direct);
  });

  it.each<[Record<string, string>, string[]]>([
    [{ HTTPS_PROXY: 'http://proxy.example:3128' }, []],
    [{ HTTPS_PROXY: 'https://user:canary%40x@proxy.example' }, []],
    [{ HTTPS_PROXY: 'user:canary@proxy.example:3128' }, ['HTTPS_PROXY']],
    [{ HTTPS_PROXY: 'socks5://canary@proxy.example' }, ['HTTPS_PROXY']],
    [{ HTTPS_PROXY: 'http://user:canary%zz@proxy.example' }, ['HTTPS_PROXY']],
    [{ NO_PROXY: 'a.example,10.0.0.0/33' }, ['NO_PROXY']],
    [{ NO_PROXY: 'http://a.example' }, ['NO_PROXY']],
    [{ NO_PROXY: '[::1' }, ['NO_PROXY']],
    [{ NO_PROXY: 'fd00::/129' }, ['NO_PROXY']],
    [{ NODE_EXTRA_CA_CERTS: '/none.pem' }, ['NODE_EXTRA_CA_CERTS']],
    [{ NODE_EXTRA_CA_CERTS: 'package.json' }, ['NODE_EXTRA_CA_CERTS']],
  ])('of %j has these issues: %j', (change, issues) => expect(issuesOf(change)).toEqual(issues));

  it('takes a client certificate with its own key, and nothing less', async () => {
    const authority = await createAuthority();
    const [one, other] = [await authority.issue('console'), await authority.issue('other')];
    expect(issuesOfPair(`${one.certificate}\n${authority.certificate}`, one.key)).toEqual([]);
    expect(issuesOfPair(one.certificate, other.key)).toEqual(['TRANSFER_SERVICE_CLIENT_KEY']);
    expect(issuesOfPair(one.certificate, '')).toEqual(['TRANSFER_SERVICE_CLIENT_KEY']);
    expect(issuesOfPair('', one.key)).toEqual(['TRANSFER_SERVICE_CLIENT_CERT']);
    expect(issuesOfPair('canary', 'canary')).toEqual(['TRANSFER_SERVICE_CLIENT_CERT', 'TRANSFER_SERVICE_CLIENT_KEY']);
  });
});

it.each<[Record<string, string>, string[]]>([
  [{ CONSOLE_PRIVATE_HOSTS: 'sandbox, other:1' }, []],
  [{ CONSOLE_PRIVATE_HOSTS: 'sandbox:4010' }, []],
  [{ CONSOLE_PRIVATE_HOSTS: 'sandbox:4011' }, ['OIDC_ISSUER', 'TRANSFER_SERVICE_AUTH_URL', 'TRANSFER_SERVICE_URL']],
  [{ CONSOLE_PRIVATE_HOSTS: 'box' }, ['OIDC_ISSUER', 'TRANSFER_SERVICE_AUTH_URL', 'TRANSFER_SERVICE_URL']],
  [
    { CONSOLE_PRIVATE_HOSTS: 'a b' },
    ['CONSOLE_PRIVATE_HOSTS', 'OIDC_ISSUER', 'TRANSFER_SERVICE_AUTH_URL', 'TRANSFER_SERVICE_URL'],
  ],
  // Browsers reach the console over the network.
  [{ CONSOLE_PRIVATE_HOSTS: 'sandbox', NEXTAUTH_URL: 'http://sandbox:3000' }, ['NEXTAUTH_URL']],
])('a sandbox may call plain http at the hosts of %j', (change, issues) => {
  const TRANSFER_SERVICE_URL = 'http://sandbox:4010';
  const plain = {
    TRANSFER_SERVICE_URL,
    TRANSFER_SERVICE_AUTH_URL: TRANSFER_SERVICE_URL,
    OIDC_ISSUER: TRANSFER_SERVICE_URL,
  };
  expect(issuesOf({ ...plain, ...change }).toSorted()).toEqual(issues);
  expect(issuesOf({ ...PRODUCTION, ...plain, CONSOLE_PRIVATE_HOSTS: 'sandbox' }).toSorted()).toEqual([
    'CONSOLE_PRIVATE_HOSTS',
    'OIDC_ISSUER',
    'TRANSFER_SERVICE_AUTH_URL',
    'TRANSFER_SERVICE_URL',
  ]);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await resetSingletons();
});

it('takes provided settings, in place of others too, as long as no console has read its environment', () => {
  const provided = parseSettings(GOOD);
  provideSettings(provided);
  expect(settings()).toBe(provided);
  const others = { ...provided, SEND_MAX_ATTEMPTS: 1 };
  provideSettings(others);
  expect(settings()).toBe(others);
});

it('never changes once it was read from the environment, as by every console that starts', () => {
  for (const [name, value] of Object.entries(GOOD)) vi.stubEnv(name, value);
  const read = settings();
  expect(() => provideSettings({ ...read, CONSOLE_LIMITS: 'wide' })).toThrow('cannot be replaced');
  expect(settings()).toBe(read);
});

describe('the settings of the key list', () => {
  const fingerprint = 'ab12'.repeat(16);

  it('take a fingerprint as people write it down, an entry of the chain, and models of authenticators', () => {
    const shown = 'AB12 '.repeat(16).trim();
    const model = '08987058-cadc-4b81-b6e1-30de50dcbe96';
    expect(
      parseSettings({
        ...GOOD,
        PROOF_ROOT: shown,
        PROOF_HEAD: `12:${fingerprint}`,
        PROOF_AUTHENTICATORS: `device-bound, ${model}`,
      }),
    ).toMatchObject({
      PROOF_ROOT: fingerprint,
      PROOF_HEAD: `12:${fingerprint}`,
      PROOF_AUTHENTICATORS: { aaguids: [model], isDeviceBoundOnly: true },
    });
    expect(parseSettings(GOOD).PROOF_AUTHENTICATORS).toEqual({ aaguids: [], isDeviceBoundOnly: false });
    expect(parseSettings({ ...GOOD, PROOF_ROOT: '', PROOF_HEAD: '' })).not.toHaveProperty('PROOF_ROOT');
  });

  it.each([
    ['PROOF_ROOT', 'ab12'],
    ['PROOF_ROOT', 'g'.repeat(64)],
    ['PROOF_HEAD', fingerprint],
    ['PROOF_HEAD', `0:${fingerprint}`],
    ['PROOF_AUTHENTICATORS', 'yubikey'],
  ])('refuse %s=%s', (name, value) => {
    expect(issuesOf({ [name]: value })).toEqual([name]);
  });
});
