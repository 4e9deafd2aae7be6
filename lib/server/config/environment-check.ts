import 'server-only';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

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

/** Finds a client certificate without its private key, a key without its certificate, and two that do not belong. */
export function findUnusableCertificate(given: Record<string, string | undefined>): SettingsIssue[] {
  const { TRANSFER_SERVICE_CLIENT_CERT: certificate, TRANSFER_SERVICE_CLIENT_KEY: key } = given;
  if (!certificate && !key) return [];
  if (!certificate) return [{ name: 'TRANSFER_SERVICE_CLIENT_CERT', message: MISSING_HALF }];
  if (!key) return [{ name: 'TRANSFER_SERVICE_CLIENT_KEY', message: MISSING_HALF }];
  try {
    const belongs = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
    return belongs ? [] : [{ name: 'TRANSFER_SERVICE_CLIENT_KEY', message: 'is not the key of the certificate' }];
  } catch {
    // Each is checked by itself as well.
    return [];
  }
}

const MISSING_HALF = 'is not set; a client certificate takes both the certificate and its key';

/** Finds an authority of the company's own that Node does not load: it warns, and trusts no such server. */
export function findUnreadableAuthority({ NODE_EXTRA_CA_CERTS: file }: Record<string, string | undefined>) {
  if (!file) return [];
  try {
    void new X509Certificate(readFileSync(file));
    return [];
  } catch {
    return [{ name: 'NODE_EXTRA_CA_CERTS', message: 'names no file of certificates in PEM that can be read' }];
  }
}

const MISSING_PROXY_HOPS =
  'is not set; say how many proxies of your own are in front of the console: 0 without one. ' +
  'Behind a proxy that is not counted, everyone shares the limits of one address';

const MISSING_METRICS_TOKEN =
  'is not set; without it /api/metrics shows anyone who reaches the console how many withdrawals wait, and when they ' +
  'are sent. Set 32 characters or more, which Prometheus then sends';
