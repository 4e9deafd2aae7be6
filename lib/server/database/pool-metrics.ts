import 'server-only';
import { Gauge } from 'prom-client';
import type { Pool } from 'pg';
import { singleton } from '@/lib/server/runtime/singleton';
import { queryErrors } from '@/lib/server/database/query-redaction';

/** Returns metrics of this process's database connections: their use, and failed queries. */
export const poolMetrics = (pools: () => Readonly<Record<'main' | 'mirror' | 'lookup', Pool>>) =>
  singleton('metrics.pools', () => ({
    connections: new Gauge({
      name: 'countersign_database_connections',
      help:
        'Connections to the database by pool (main: people and sends; mirror: lists and searches; lookup: whole ' +
        'references) and by state',
      labelNames: ['pool', 'state'],
      registers: [],
      collect() {
        for (const [name, { totalCount, idleCount }] of Object.entries(pools())) {
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
        for (const [name, { waitingCount }] of Object.entries(pools())) this.set({ pool: name }, waitingCount);
      },
    }),
    errors: queryErrors(),
  }));
