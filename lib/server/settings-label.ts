import 'server-only';

/** One thing wrong with the configuration: which name, what was found (never a secret), what is expected. */
export interface SettingsFault {
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
type Credential = keyof typeof OF_THE_SANDBOX;

const wordIn = (words: string) => new RegExp(`(?:^|[.-])(?:${words})(?:[.-]|$)`, 'i');
const SAYS_SANDBOX = wordIn('sandbox|staging|test');
const SAYS_PRODUCTION = wordIn('production|prod|live');

/**
 * Where the label that every page carries and what stands behind it are not of one kind, as far as names and well-known
 * credentials tell (service-facts: those of a sandbox and of production are not interchangeable).
 */
export function findMismatch(
  given: { CONSOLE_ENVIRONMENT: 'sandbox' | 'production'; TRANSFER_SERVICE_URL: string } & Record<Credential, string>,
): SettingsFault[] {
  const { hostname } = new URL(given.TRANSFER_SERVICE_URL);
  const wellKnown = (Object.keys(OF_THE_SANDBOX) as Credential[]).filter((name) => given[name] === OF_THE_SANDBOX[name]);
  const service = (message: string) => ({ name: 'TRANSFER_SERVICE_URL', message });
  if (given.CONSOLE_ENVIRONMENT === 'production') {
    const faults = wellKnown.map((name) => ({ name, message: 'is the one of the sandbox, while CONSOLE_ENVIRONMENT is production' }));
    return SAYS_SANDBOX.test(hostname) ? [...faults, service('names a sandbox, while CONSOLE_ENVIRONMENT is production')] : faults;
  }
  return SAYS_PRODUCTION.test(hostname) ? [service('names a production service, while CONSOLE_ENVIRONMENT is sandbox')] : [];
}
