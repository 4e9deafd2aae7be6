// A port of the sender to DBOS Transact, as its documentation suggests: one workflow for each withdrawal, whose steps
// are recorded. It pays twice (docs/decisions/0076-why-no-engine.md) and is no part of the product.
import { DBOS } from '@dbos-inc/dbos-sdk';
import { accept, begin, handOver, post } from './transfer-service.mjs';

const { retries } = JSON.parse(process.argv[2]);
process.stdin.on('end', () => process.exit()).resume();
const retrying = { retriesAllowed: retries > 0, maxAttempts: retries + 1, intervalSeconds: 0.1 };

const send = DBOS.registerWorkflow(
  async (requestId) => {
    const mustSend = await DBOS.runStep(() => begin(requestId), { name: 'begin' });
    if (!mustSend) return;
    const transferId = await DBOS.runStep(() => post(requestId), { name: 'post', ...retrying });
    await DBOS.runStep(() => accept(requestId, transferId), { name: 'accept', ...retrying });
  },
  // The library reads 0 as its default.
  { name: 'send', maxRecoveryAttempts: retries },
);

DBOS.setConfig({ name: 'sender', systemDatabaseUrl: process.env.DATABASE_URL, applicationVersion: '1' });
// Continues the workflows that a process before this one left unfinished.
await DBOS.launch();
// One workflow for each request, ever: its id is the request's.
await handOver((id) => DBOS.startWorkflow(send, { workflowID: id })(id));
