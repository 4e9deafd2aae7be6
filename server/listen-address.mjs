// @ts-check
import { isIP } from 'node:net';
import os from 'node:os';

/** @typedef {Readonly<Record<string, string | undefined>>} Environment */

/**
 * Reads where the console listens: CONSOLE_LISTEN, an IP address, and PORT. HOSTNAME decides nothing: shells,
 * containers and pods export the machine's name under it.
 *
 * @param {Environment} environment
 */
export function readListenAddress({ CONSOLE_LISTEN, PORT }) {
  return { address: CONSOLE_LISTEN || '127.0.0.1', port: Number(PORT || 3000) };
}

/**
 * Explains what to set where HOSTNAME is an address; undefined where it is none, or the machine's own name.
 *
 * @param {Environment} environment
 */
export function explainIgnoredHostname({ CONSOLE_LISTEN, HOSTNAME = '' }, machineName = os.hostname()) {
  if (CONSOLE_LISTEN || HOSTNAME === machineName || isIP(HOSTNAME) === 0) return undefined;
  return (
    `HOSTNAME=${HOSTNAME} is ignored: the console listens on 127.0.0.1. ` +
    `Set CONSOLE_LISTEN=${HOSTNAME} to listen on that address.`
  );
}

/**
 * Returns the address under which this machine reaches what listens on `address`: loopback where that is every address.
 *
 * @param {string} address
 */
export function reachableAddress(address) {
  if (address === '0.0.0.0') return '127.0.0.1';
  return /^[0:]+$/.test(address) ? '::1' : address;
}

/**
 * Writes address and port as a URL does.
 *
 * @param {{ address: string, port: number }} listening
 */
export function formatOrigin({ address, port }) {
  return `http://${isIP(address) === 6 ? `[${address}]` : address}:${port}`;
}
