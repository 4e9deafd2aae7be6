import 'server-only';
import { count, isNotNull } from 'drizzle-orm';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { SEND_STATES } from '@/lib/sends';
import { database } from '@/lib/server/database/client';
import { sends } from '@/lib/server/database/schema';
import { mirrorMetrics } from '@/lib/server/mirror/gauges';
import { processWide } from '@/lib/server/process-wide';
import { isStopped } from '@/lib/server/sends/stop';

const registry = () =>
  processWide('metrics', () => {
    const created = new Registry();
    collectDefaultMetrics({ register: created });
    created.registerMetric(
      new Gauge({
        name: 'countersign_sends',
        help: 'Sends by state',
        labelNames: ['state'],
        registers: [],
        async collect() {
          const rows = await database().select({ state: sends.state, rows: count() }).from(sends).groupBy(sends.state);
          for (const state of SEND_STATES) this.set({ state }, rows.find((row) => row.state === state)?.rows ?? 0);
        },
      }),
    );
    created.registerMetric(
      new Gauge({
        name: 'countersign_sending_stopped',
        help: 'Whether the stop switch is set: 1 or 0',
        registers: [],
        async collect() {
          this.set((await isStopped()) ? 1 : 0);
        },
      }),
    );
    created.registerMetric(
      new Gauge({
        name: 'countersign_cost_alarms',
        help: 'Withdrawals whose total or fee is not what it should be',
        registers: [],
        async collect() {
          this.set(await database().$count(sends, isNotNull(sends.costAlarm)));
        },
      }),
    );
    for (const metric of mirrorMetrics()) created.registerMetric(metric);
    return created;
  });

/** The metrics of this process in Prometheus' text format. */
export async function renderMetrics(): Promise<{ contentType: string; text: string }> {
  return { contentType: registry().contentType, text: await registry().metrics() };
}
