import 'server-only';
import { LOOPBACK } from '@/lib/http/loopback';
import type { SettingsIssue } from '@/lib/server/config/environment-check';

type Environment = Readonly<Record<string, string | undefined>>;

/** A fault of one setting. `check` is the name by which it may be waived; undefined where it may not. */
interface Finding {
  check: WaivableCheck | undefined;
  message: string;
}

const DATABASE_ADDRESSES = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_POOLED_URL', 'DATABASE_READ_URL'];
const PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation', 'application_name'];

const UNVERIFIED_DATABASE =
  'leads to another machine without verified TLS; add ?sslmode=verify-full, and sslrootcert where the authority is ' +
  'your own (waiver: database-tls)';
const FOREIGN_PARAMETER =
  `may have no parameters but ${PARAMETERS.join(', ')}: others can replace the machine that the address names, or ` +
  'the limits of the console (waiver: database-parameters)';
const UNREADABLE_DATABASE = 'is not an address of the form postgres://role:password@machine/database, percent-encoded';
const UNVERIFIED_CERTIFICATES =
  'must not be 0: no certificate would be verified, the service’s and the identity provider’s included. Give an ' +
  'authority of your own as NODE_EXTRA_CA_CERTS (waiver: tls-verification)';

/**
 * Finds what production does not accept in the unparsed environment, as pg and Node would read it. This machine itself,
 * by loopback or a Unix socket, needs no TLS. Issues whose check is waived are left out.
 */
export function findInsecureSettings(environment: Environment, waived: readonly string[]): SettingsIssue[] {
  const found: Record<string, Finding[]> = {
    ...Object.fromEntries(
      DATABASE_ADDRESSES.map((name) => [name, checkDatabaseAddresses(environment[name], environment)]),
    ),
    NODE_TLS_REJECT_UNAUTHORIZED:
      environment.NODE_TLS_REJECT_UNAUTHORIZED === '0'
        ? [{ check: 'tls-verification', message: UNVERIFIED_CERTIFICATES }]
        : [],
  };
  return Object.entries(found).flatMap(([name, findings]) => {
    const counting = findings.filter(({ check }) => check === undefined || !waived.includes(check));
    return counting.length === 0 ? [] : [{ name, message: counting.map(({ message }) => message).join('; it ') }];
  });
}

/** Checks the addresses of a setting, separated by commas; gives what the first faulty one has. */
function checkDatabaseAddresses(setting: string | undefined, environment: Environment): Finding[] {
  const addresses = (setting ?? '').split(',').map((address) => address.trim());
  const findings = addresses.filter(Boolean).map((address) => checkDatabaseAddress(address, environment));
  return findings.find((found) => found.length > 0) ?? [];
}

function checkDatabaseAddress(address: string, environment: Environment): Finding[] {
  // pg reads some texts that are no URL, by rules of its own.
  if (!URL.canParse(address)) return [{ check: undefined, message: UNREADABLE_DATABASE }];
  const { hostname, searchParams } = new URL(address);
  const machine = decodeURIComponent(hostname) || environment.PGHOST || 'localhost';
  const isHere = LOOPBACK.test(machine) || machine.startsWith('/');
  const modes = searchParams.getAll('sslmode');
  const isVerified = modes.length > 0 && modes.every((mode) => mode === 'verify-full');
  return [
    ...([...searchParams.keys()].every((parameter) => PARAMETERS.includes(parameter))
      ? []
      : [{ check: 'database-parameters', message: FOREIGN_PARAMETER } as const]),
    ...(isHere || isVerified ? [] : [{ check: 'database-tls', message: UNVERIFIED_DATABASE } as const]),
  ];
}

/** Checks of a production start that CONSOLE_INSECURE_WAIVER may waive, and what each protects from. */
export const WAIVABLE_CHECKS = {
  'database-tls': 'The connection to the database may be unencrypted or unverified.',
  'database-parameters': 'The address of the database may hold parameters that replace its machine or its limits.',
  'database-durability':
    'A crash of the database may forget what it has committed, and a withdrawal may be sent twice.',
  'tls-verification':
    'No certificate is verified. Anyone on the network can pretend to be a server that the console calls.',
  'send-timing': 'The times of a send may be shorter than a production service needs.',
} as const;
export type WaivableCheck = keyof typeof WAIVABLE_CHECKS;
export const WAIVABLE_NAMES = Object.keys(WAIVABLE_CHECKS) as [WaivableCheck, ...WaivableCheck[]];
