import 'server-only';

/** One thing wrong with the configuration: which name, what was found (never a secret), what is expected. */
export interface SettingsIssue {
  name: string;
  message: string;
}

/** Hosts that nobody else can reach or play. */
export const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/;

// What everybody can read in .env.example guards nothing.
const OF_THE_SANDBOX = {
  TRANSFER_SERVICE_CLIENT_ID: 'countersign-service',
  TRANSFER_SERVICE_CLIENT_SECRET: 'sandbox-service-secret',
  OIDC_CLIENT_SECRET: 'sandbox-console-secret',
  NEXTAUTH_SECRET: 'only-for-the-sandbox-replace-me-before-anything-else',
};

const wordIn = (words: string) => new RegExp(`(?:^|[.-])(?:${words})(?:[.-]|$)`, 'i');
const SAYS_SANDBOX = wordIn('sandbox|staging|test');
const service = (message: string) => ({ name: 'TRANSFER_SERVICE_URL', message });
const SAYS_PRODUCTION = wordIn('production|prod|live');

/**
 * Where the label that every page carries and what stands behind it are not of one kind, as far as names and well-known
 * credentials tell (service-facts: those of a sandbox and of production are not interchangeable). Takes the environment
 * as it is given, so that this is told together with whatever else is wrong with it.
 */
export function findMismatch({
  CONSOLE_ENVIRONMENT: label,
  TRANSFER_SERVICE_URL: url = '',
  ...given
}: Record<string, string | undefined>): SettingsIssue[] {
  const hostname = URL.canParse(url) ? new URL(url).hostname : '';
  if (label === 'sandbox')
    return SAYS_PRODUCTION.test(hostname)
      ? [service('names a production service, while CONSOLE_ENVIRONMENT is sandbox')]
      : [];
  if (label !== 'production') return [];
  const wellKnown = Object.entries(OF_THE_SANDBOX).filter(([name, value]) => given[name] === value);
  return [
    ...wellKnown.map(([name]) => ({
      name,
      message: 'is the one of the sandbox, while CONSOLE_ENVIRONMENT is production',
    })),
    ...(SAYS_SANDBOX.test(hostname) ? [service('names a sandbox, while CONSOLE_ENVIRONMENT is production')] : []),
    ...['DATABASE_URL', 'DATABASE_OWNER_URL']
      .filter((name) => leavesTlsOpen(given[name] ?? ''))
      .map((name) => ({ name, message: OPEN_TLS })),
  ];
}

const OPEN_TLS =
  'leads beyond this machine without sslmode; say verify-full, or disable on a network that is nobody else’s';

/** Whether pg would talk to another machine in plain words without anybody having chosen that. A socket is no way to another. */
function leavesTlsOpen(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, searchParams } = new URL(url);
  const isHere = hostname === '' || LOOPBACK.test(hostname) || /^%2f/i.test(hostname);
  return !isHere && !['sslmode', 'ssl', 'host'].some((name) => searchParams.has(name));
}
