// @ts-check
// The longest time for ending what has begun: orchestrators kill a process after about half a minute.
const MAX_MS = 25_000;
// A second signal within this time counts as the first: npm forwards a signal that the terminal sends to both.
const SAME_SIGNAL_MS = 1_000;

/**
 * Ends the process in an orderly way on a signal. On SIGTERM it reports that it is not ready and keeps answering for
 * `graceMs`, with `connection: close`, until the load balancer has noticed; then it stops listening, finishes requests
 * in progress, stops the workers and hands over their leases. On SIGINT it does the same without the grace period,
 * since a person is waiting. A second signal ends the process at once, which is safe for every send
 * (docs/specification/send-protocol.md#concurrency).
 *
 * @param {import('node:http').Server} server
 * @param {import('../lib/server/runtime/host').HostProcess} host
 * @param {{ graceMs: number }} options
 */
export function shutDownGracefully(server, host, { graceMs }) {
  let stoppedAt = 0;
  /** @param {NodeJS.Signals} signal */
  const stop = async (signal) => {
    if (host.isStopping) return performance.now() - stoppedAt < SAME_SIGNAL_MS ? undefined : process.exit(1);
    host.isStopping = true;
    stoppedAt = performance.now();
    setTimeout(() => process.exit(1), graceMs + MAX_MS).unref();
    // A lease that cannot be handed over, because the database is gone, expires by itself; answers need not be cut off.
    const workEnded = host
      .stop()
      .catch((error) => void process.stderr.write(`The workers did not stop in order: ${error?.message}\n`));
    if (signal === 'SIGTERM') await new Promise((resolve) => setTimeout(resolve, graceMs));
    const answered = new Promise((resolve) => server.close(resolve));
    // Repeatedly: a finished request leaves its connection open, and a load balancer keeps it for a minute.
    setInterval(() => server.closeIdleConnections(), 100);
    await Promise.all([workEnded, answered]);
    process.exit(0);
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => void stop(signal));
}
