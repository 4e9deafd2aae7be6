import 'server-only';

/** An issue of the configuration: the variable's name, and a message without any secret. */
export interface SettingsIssue {
  name: string;
  message: string;
}

// Published in .env.example, so they protect nothing.
const SANDBOX_CREDENTIALS = {
  TRANSFER_SERVICE_CLIENT_ID: 'countersign-service',
  TRANSFER_SERVICE_CLIENT_SECRET: 'sandbox-service-secret',
  OIDC_CLIENT_SECRET: 'sandbox-console-secret',
  NEXTAUTH_SECRET: 'only-for-the-sandbox-replace-me-before-anything-else',
};

const hostnameWord = (words: string) => new RegExp(`(?:^|[.-])(?:${words})(?:[.-]|$)`, 'i');
const SANDBOX_HOST = hostnameWord('sandbox|staging|test');
const PRODUCTION_HOST = hostnameWord('production|prod|live');
const serviceIssue = (message: string) => ({ name: 'TRANSFER_SERVICE_URL', message });

/**
 * Finds contradictions between the environment label that every page shows and the systems behind the console, as far
 * as host names and published credentials reveal them (docs/specification/service-facts.md#token). Takes the unparsed
 * environment, so that its issues are listed together with all others.
 */
export function findMismatch({
  CONSOLE_ENVIRONMENT: label,
  TRANSFER_SERVICE_URL: url = '',
  ...given
}: Record<string, string | undefined>): SettingsIssue[] {
  const hostname = URL.canParse(url) ? new URL(url).hostname : '';
  if (label === 'sandbox')
    return PRODUCTION_HOST.test(hostname)
      ? [serviceIssue('names a production service, while CONSOLE_ENVIRONMENT is sandbox')]
      : [];
  if (label !== 'production') return [];
  const published = Object.entries(SANDBOX_CREDENTIALS).filter(([name, value]) => given[name] === value);
  return [
    ...published.map(([name]) => ({
      name,
      message: "is the sandbox's published value, while CONSOLE_ENVIRONMENT is production",
    })),
    ...(given.CONSOLE_PROXY_HOPS ? [] : [{ name: 'CONSOLE_PROXY_HOPS', message: MISSING_PROXY_HOPS }]),
    ...(given.METRICS_TOKEN ? [] : [{ name: 'METRICS_TOKEN', message: MISSING_METRICS_TOKEN }]),
    ...(SANDBOX_HOST.test(hostname) ? [serviceIssue('names a sandbox, while CONSOLE_ENVIRONMENT is production')] : []),
  ];
}

/** Finds that the console cannot prove itself to the identity provider: it needs a secret or a private key. */
export function findMissingClientSecret(given: Record<string, string | undefined>): SettingsIssue[] {
  return given.OIDC_CLIENT_SECRET || given.OIDC_CLIENT_KEY
    ? []
    : [{ name: 'OIDC_CLIENT_SECRET', message: 'is not set, and neither is OIDC_CLIENT_KEY' }];
}

const MISSING_PROXY_HOPS =
  'is not set; say how many proxies of your own are in front of the console: 0 without one. ' +
  'Behind a proxy that is not counted, everyone shares the limits of one address';

const MISSING_METRICS_TOKEN =
  'is not set; without it /api/metrics shows anyone who reaches the console how many withdrawals wait, and when they ' +
  'are sent. Set 32 characters or more, which Prometheus then sends';
