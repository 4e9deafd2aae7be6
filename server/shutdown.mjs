// @ts-check
// What has begun by then comes to its end, but not forever: orchestrators kill after half a minute or so.
const MAX_MS = 25_000;
// Within it a second signal is the first once more: npm hands on what the terminal sends to both of them.
const SAME_SIGNAL_MS = 1_000;

/**
 * Ends the process in order when it is asked to. SIGTERM: it says that it is not ready, and goes on answering for
 * `graceMs`, with `connection: close`, until whoever balances has noticed; then it listens no more, what is in hand
 * ends, and what works without a person stops and hands over its leases. SIGINT: the same without the grace, since a
 * person waits. A second signal ends it at once; every send is safe from that (shared send protocol, "Steps").
 *
 * @param {import('node:http').Server} server
 * @param {import('../lib/server/runtime/host').HostProcess} running
 * @param {{ graceMs: number }} options
 */
export function stopInOrder(server, running, { graceMs }) {
  let askedAt = 0;
  /** @param {NodeJS.Signals} signal */
  const stop = async (signal) => {
    if (running.isStopping) return performance.now() - askedAt < SAME_SIGNAL_MS ? undefined : process.exit(1);
    running.isStopping = true;
    askedAt = performance.now();
    setTimeout(() => process.exit(1), graceMs + MAX_MS).unref();
    // A lease that cannot be handed over, since the database is gone, ends by itself; answers are not cut for it.
    const workDone = running
      .stop()
      .catch((error) => void process.stderr.write(`The work in hand did not end in order: ${error?.message}\n`));
    if (signal === 'SIGTERM') await new Promise((resolve) => setTimeout(resolve, graceMs));
    const answered = new Promise((resolve) => server.close(resolve));
    // Again and again: what was in hand leaves its connection open, and whoever balances keeps it for a minute.
    setInterval(() => server.closeIdleConnections(), 100);
    await Promise.all([workDone, answered]);
    process.exit(0);
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => void stop(signal));
}
