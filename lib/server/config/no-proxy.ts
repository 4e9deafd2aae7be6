import 'server-only';
import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import { LOOPBACK } from '@/lib/http/loopback';
import { nameList } from '@/lib/server/config/setting-values';

/** Entry of NO_PROXY: `*`, a name with those below it, or an address or network (RFC 4632); with a port or for any. */
interface Entry {
  host: string;
  port?: string | undefined;
  /** Length of the network's prefix; undefined for a name. */
  prefix?: number | undefined;
}

/** Parses NO_PROXY as curl and Go do; entries are separated by commas or blanks. */
export const noProxy = z
  .string()
  .transform((list) => nameList.parse(list.replace(/\s+/g, ',')))
  .pipe(
    z.array(
      z.string().transform((text, context): Entry => {
        const entry = parseEntry(text.toLowerCase());
        if (entry) return entry;
        context.addIssue('must list hosts such as .internal.example, 10.0.0.0/8 or registry.example:8443, or be *');
        return z.NEVER;
      }),
    ),
  )
  .default([]);

function parseEntry(text: string): Entry | undefined {
  const [, address = '', length] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  const widest = family === 4 ? 32 : 128;
  if (family !== 0) {
    const prefix = Number(length ?? widest);
    return prefix <= widest ? { host: address, prefix } : undefined;
  }
  const [, named, port] = /^(?:\*?\.)?(\*|\[[0-9a-f.:]+\]|[a-z0-9_-][a-z0-9_.-]*)(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (named === undefined) return undefined;
  const literal = withoutBrackets(named);
  if (isIP(literal) !== 0) return { host: literal, port, prefix: isIP(literal) === 4 ? 32 : 128 };
  return named.startsWith('[') ? undefined : { host: named, port };
}

/** Tells whether a connection to a host passes no proxy: to this machine, and where NO_PROXY names the host. */
export function isDirect({ hostname, port }: { hostname: string; port: string }, entries: readonly Entry[]): boolean {
  const host = withoutBrackets(hostname.toLowerCase()).replace(/\.$/, '');
  return LOOPBACK.test(host) || host === '::1' || entries.some((entry) => names(entry, host, port));
}

function names({ host, port, prefix }: Entry, asked: string, askedPort: string): boolean {
  if (host === '*') return true;
  if (port !== undefined && port !== askedPort) return false;
  const family = isIP(asked);
  if (prefix === undefined) return family === 0 && (asked === host || asked.endsWith(`.${host}`));
  if (family === 0) return false;
  const network = new BlockList();
  network.addSubnet(host, prefix, familyName(isIP(host)));
  return network.check(asked, familyName(family));
}

const withoutBrackets = (host: string) => host.replace(/^\[(.*)\]$/, '$1');
const familyName = (family: number) => (family === 4 ? 'ipv4' : 'ipv6');
