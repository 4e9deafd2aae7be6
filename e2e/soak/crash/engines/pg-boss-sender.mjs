// A port of the sender to pg-boss, as its documentation suggests: one job for each withdrawal. It pays twice
// (docs/decisions/0076-why-no-engine.md) and is no part of the product.
import { PgBoss } from 'pg-boss';
import { accept, begin, handOver, post } from './transfer-service.mjs';

const { retries } = JSON.parse(process.argv[2]);
process.stdin.on('end', () => process.exit()).resume();
// Short times in the proportions of the harness: a job expires after four times the timeout of its request.
const boss = new PgBoss({
  connectionString: process.env.DATABASE_URL,
  superviseIntervalSeconds: 1,
  monitorIntervalSeconds: 1,
});
boss.on('error', console.error);
await boss.start();
await boss.createQueue('withdrawals', { policy: 'exclusive', retryLimit: retries, expireInSeconds: 2 });
await boss.work('withdrawals', { pollingIntervalSeconds: 0.5 }, async ([job]) => {
  const { requestId } = job.data;
  // The job may have been delivered before.
  if (!(await begin(requestId))) return;
  await accept(requestId, await post(requestId, job.signal));
});
// One job for each request, ever: its id is the request's, and so is the key of what may be queued or active.
await handOver((id) => boss.send('withdrawals', { requestId: id }, { id, singletonKey: id }));
