import 'server-only';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Tells whether an IP address is one of the public internet: not private, of this machine, of the local network,
 * shared, for documentation, multicast, or one that holds another address (RFC 6890). Anything else than an address is
 * not.
 */
export function isPublicAddress(address: string): boolean {
  // Strictly: ipaddr.js also reads 1.2.3, as the resolver of C does.
  if (isIP(address) === 0 || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  // Of IPv6, only 2000::/3 is assigned to the public (RFC 4291, section 2.4).
  const isAssigned = parsed.kind() === 'ipv4' || ((parsed.toByteArray()[0] ?? 0) & 0xe0) === 0x20;
  return isAssigned && parsed.range() === 'unicast';
}
