import 'server-only';
import { LOOPBACK } from '@/lib/http/loopback';
import type { SettingsIssue } from '@/lib/server/config/environment-check';

/** Addresses that the console calls. */
const CALLED = ['TRANSFER_SERVICE_URL', 'TRANSFER_SERVICE_AUTH_URL', 'OIDC_ISSUER'] as const;
const OWN = 'NEXTAUTH_URL';

const PLAIN = 'uses plain http to another machine; https is required';

/**
 * Tells whether a host may be called without encryption: this machine, which no network carries, and in a sandbox those
 * of CONSOLE_PRIVATE_HOSTS, by name alone or with their port.
 */
export function mayBePlain({ host, hostname }: { host: string; hostname: string }, privateHosts: readonly string[]) {
  return LOOPBACK.test(hostname) || privateHosts.includes(hostname) || privateHosts.includes(host);
}

/** Finds addresses of plain http that would expose tokens and amounts on the network, in the unparsed environment. */
export function findPlainHttp(environment: Readonly<Record<string, string | undefined>>): SettingsIssue[] {
  const { CONSOLE_ENVIRONMENT: label, CONSOLE_PRIVATE_HOSTS: listed = '' } = environment;
  const isSandbox = label === 'sandbox';
  const hosts = isSandbox ? listed.split(',').map((host) => host.trim()) : [];
  const isPlain = (name: string, allowed: readonly string[]) => {
    const address = environment[name] ?? '';
    return URL.canParse(address) && new URL(address).protocol === 'http:' && !mayBePlain(new URL(address), allowed);
  };
  return [
    ...(isPlain(OWN, []) ? [{ name: OWN, message: PLAIN }] : []),
    ...CALLED.filter((name) => isPlain(name, hosts)).map((name) => ({
      name,
      message: isSandbox ? `${PLAIN}, or its host in CONSOLE_PRIVATE_HOSTS` : PLAIN,
    })),
    ...(listed.trim() !== '' && label === 'production'
      ? [{ name: 'CONSOLE_PRIVATE_HOSTS', message: 'is for CONSOLE_ENVIRONMENT=sandbox alone' }]
      : []),
  ];
}
