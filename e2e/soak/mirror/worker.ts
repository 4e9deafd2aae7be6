// A process of the console that keeps the mirror and may die at any moment, with the real code. Ends when its standard
// input does, so that nothing outlives the harness.
import { startSync } from '@/lib/server/mirror/sync';

/** What a process is told, as its one argument. */
export interface MirrorOrders {
  leaseMs: number;
}

const { leaseMs } = JSON.parse(process.argv[2] ?? '') as MirrorOrders;
process.stdin.on('end', () => process.exit()).resume();
startSync(leaseMs);
console.log('up');
