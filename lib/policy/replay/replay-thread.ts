// The program of a thread: replays past requests, so that nobody waits for it
// (lib/server/requests/policy/start-replay.ts). Takes batches, answers each, and gives the result for null.
import { parentPort, workerData } from 'node:worker_threads';
import type { PolicyFacts } from '@/lib/policy/facts';
import { createReplay, type ReplayBatch, type ReplayedRules } from '@/lib/policy/replay/replay';

const replay = createReplay(workerData as ReplayedRules);
parentPort?.on('message', (batch: ReplayBatch | null) => {
  if (batch === null) return parentPort?.postMessage(replay.finish(), []);
  for (const [id, facts] of batch) replay.add(id, JSON.parse(facts) as PolicyFacts);
  return parentPort?.postMessage(undefined, []);
});
