// @ts-check
// What has begun by then comes to its end, but not forever: orchestrators kill after half a minute or so.
const LONGEST_MS = 25_000;

/**
 * Ends the process in order when it is asked to. SIGTERM: it says that it is not ready, and goes on answering for
 * `graceMs`, with `connection: close`, until whoever balances has noticed; then it listens no more, what is in hand
 * ends, and what works without a person stops and hands over its leases. SIGINT: the same without the grace, since a
 * person waits. A second signal ends it at once; every send is safe from that (shared send protocol, "Steps").
 *
 * @param {import('node:http').Server} server
 * @param {import('../lib/server/running-server').RunningServer} running
 * @param {{ graceMs: number }} options
 */
export function stopInOrder(server, running, { graceMs }) {
  /** @param {NodeJS.Signals} signal */
  const stop = async (signal) => {
    if (running.isStopping) process.exit(1);
    running.isStopping = true;
    setTimeout(() => process.exit(1), graceMs + LONGEST_MS).unref();
    const workDone = running.stop();
    if (signal === 'SIGTERM') await new Promise((resolve) => setTimeout(resolve, graceMs));
    const answered = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    await Promise.all([workDone, answered]);
    process.exit(0);
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => void stop(signal));
}
