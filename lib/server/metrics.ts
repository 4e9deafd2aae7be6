import 'server-only';
import { collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client';
import { now } from '@/lib/server/runtime/clock';
import { counters } from '@/lib/server/observability/counters';
import { pool } from '@/lib/server/database/client';
import { replicaMetrics } from '@/lib/server/database/replicas/replica-metrics';
import { lookupPool } from '@/lib/server/database/lookup-pool';
import { poolMetrics } from '@/lib/server/database/pool-metrics';
import { RELEASE } from '@/lib/server/observability/log';
import { singleton } from '@/lib/server/runtime/singleton';
import { requestMetrics } from '@/lib/server/observability/http-metrics';
import { attemptMetrics } from '@/lib/server/sends/attempt-metrics';
import { callMetrics } from '@/lib/server/transfer-service/call-metrics';
import { settings } from '@/lib/server/config/settings';
import { readStoredMetrics } from '@/lib/server/database/stored-metrics';
import { loopMetrics } from '@/lib/server/workers/loop';
import { readerPool } from '@/lib/server/database/query/reader-pool';

const ofProcess = () =>
  singleton('metrics', () => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const registers = [registry];
    new Gauge({
      name: 'countersign_build_info',
      help: 'Always 1; says what runs',
      labelNames: ['release', 'node'],
      registers,
    }).set({ release: RELEASE, node: process.versions.node }, 1);
    new Gauge({
      name: 'countersign_workers',
      help: 'Whether this process also sends, reconciles and keeps the mirror: 1 or 0',
      registers,
    }).set(settings().CONSOLE_WORKERS === 'on' ? 1 : 0);
    const clockOffset = new Gauge({
      name: 'countersign_clock_offset_seconds',
      help: 'How far the clock of this machine is ahead of the clock of the database, which counts',
      registers: [],
      collect() {
        this.set((Date.now() - now().getTime()) / 1000);
      },
    });
    const isUp = new Gauge({
      name: 'countersign_database_up',
      help: 'Whether the database answered this question in time: 1 or 0',
      registers,
    });
    const groups: Record<string, Metric>[] = [
      counters(),
      requestMetrics(),
      callMetrics().metrics,
      poolMetrics(() => ({ main: pool(), mirror: readerPool(), lookup: lookupPool() })),
      loopMetrics(),
      replicaMetrics(),
      { attempts: attemptMetrics(), clockOffset },
    ];
    for (const metric of groups.flatMap((group) => Object.values(group))) registry.registerMetric(metric);
    return { registry, isUp };
  });

/**
 * The metrics of this process in Prometheus' text format, and what the database knows for all of them. Where the
 * database does not answer, its part is left out, and countersign_database_up says so.
 */
export async function renderMetrics(): Promise<{ contentType: string; text: string }> {
  const { registry, isUp } = ofProcess();
  const stored = await readStoredMetrics();
  isUp.set(stored ? 1 : 0);
  const parts = await Promise.all([registry.metrics(), stored?.metrics() ?? '']);
  return { contentType: registry.contentType, text: parts.filter(Boolean).join('\n') };
}
