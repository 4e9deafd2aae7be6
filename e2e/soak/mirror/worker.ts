// A process of the console that syncs the mirror and may die at any moment, with the real code. Exits when its standard
// input ends, so that it never outlives the harness.
import { startSync } from '@/lib/server/mirror/sync/sync';

/** Options of the process, its only argument. */
export interface WorkerOptions {
  leaseMs: number;
}

const { leaseMs } = JSON.parse(process.argv[2] ?? '') as WorkerOptions;
process.stdin.on('end', () => process.exit()).resume();
startSync(leaseMs);
console.log('ready');
