import 'server-only';
import { Gauge } from 'prom-client';
import { pool } from '@/lib/server/database/client';
import { queryErrors } from '@/lib/server/observability/query-error';
import { readers } from '@/lib/server/mirror/reader-pool';
import { singleton } from '@/lib/server/runtime/singleton';

/** How the connections of this process to the database are used, and what fails on them. */
export const poolMetrics = () =>
  singleton('metrics.pools', () => ({
    connections: new Gauge({
      name: 'countersign_database_connections',
      help: 'Connections to the database by pool (main: people and sends; mirror: lists and searches) and by state',
      labelNames: ['pool', 'state'],
      registers: [],
      collect() {
        for (const [name, { totalCount, idleCount }] of pools()) {
          this.set({ pool: name, state: 'busy' }, totalCount - idleCount);
          this.set({ pool: name, state: 'idle' }, idleCount);
        }
      },
    }),
    waiting: new Gauge({
      name: 'countersign_database_waiting',
      help: 'Who waits for a connection to the database, by pool',
      labelNames: ['pool'],
      registers: [],
      collect() {
        for (const [name, { waitingCount }] of pools()) this.set({ pool: name }, waitingCount);
      },
    }),
    errors: queryErrors(),
  }));

function pools() {
  return [
    ['main', pool()],
    ['mirror', readers()],
  ] as const;
}
