import 'server-only';
import { Gauge } from 'prom-client';
import { listReplicas } from '@/lib/server/database/replicas/replicas';
import { singleton } from '@/lib/server/runtime/singleton';

/** Returns metrics of the replicas, which they name by their place in DATABASE_READ_URL, from 1. */
export const replicaMetrics = () =>
  singleton('metrics.replicas', () => ({
    used: new Gauge({
      name: 'countersign_replica_used',
      help: 'Whether a database replica answers reads of this process: 1 or 0',
      labelNames: ['replica'],
      registers: [],
      collect() {
        for (const [index, { problem }] of listReplicas().entries())
          this.set({ replica: index + 1 }, problem === null ? 1 : 0);
      },
    }),
    lag: new Gauge({
      name: 'countersign_replica_lag_seconds',
      help: 'How far a database replica is behind the primary, at most',
      labelNames: ['replica'],
      registers: [],
      collect() {
        for (const [index, { lagMs }] of listReplicas().entries())
          if (lagMs !== null) this.set({ replica: index + 1 }, lagMs / 1000);
      },
    }),
  }));
