import 'server-only';
import { count } from 'drizzle-orm';
import { Counter, Gauge, type Metric } from 'prom-client';
import type { Coverage } from '@/lib/coverage';
import { database } from '@/lib/server/database/client';
import { mirrorQuarantine, readBudget } from '@/lib/server/database/mirror-schema';
import { readCoverage } from '@/lib/server/mirror/coverage';

/** What the mirror holds and how reading the service goes, for Prometheus (contract.md names the first two). */
export function mirrorMetrics(): Metric[] {
  return [
    ofCoverage('countersign_mirror_transfers', 'Transfers in the mirror', ({ transfers }) => transfers),
    ofCoverage('countersign_mirror_complete', 'Whether the mirror held at some time all that the service has: 1 or 0', ({ isComplete }) =>
      isComplete ? 1 : 0,
    ),
    ofCoverage('countersign_mirror_lag_seconds', 'How long ago the mirror held all that the service has', ({ asOf, saidAt }) =>
      asOf === null ? Number.NaN : (Date.parse(saidAt) - Date.parse(asOf)) / 1000,
    ),
    ofReads('countersign_service_reads_total', 'Reads of the service by all processes, each try counted', 'reads'),
    ofReads('countersign_service_throttled_total', 'How often the service asked to slow down', 'throttled'),
    new Gauge({
      name: 'countersign_mirror_quarantined',
      help: 'Things that the service sent and that are no transfer or could not be kept as they came',
      registers: [],
      async collect() {
        const [counted] = await database().select({ items: count() }).from(mirrorQuarantine);
        this.set(counted?.items ?? 0);
      },
    }),
  ];
}

function ofCoverage(name: string, help: string, valueOf: (coverage: Coverage) => number): Metric {
  return new Gauge({
    name,
    help,
    registers: [],
    async collect() {
      this.set(valueOf(await readCoverage()));
    },
  });
}

function ofReads(name: string, help: string, column: 'reads' | 'throttled'): Metric {
  return new Counter({
    name,
    help,
    registers: [],
    async collect() {
      const [budget] = await database().select({ value: readBudget[column] }).from(readBudget);
      this.reset();
      this.inc(budget?.value ?? 0);
    },
  });
}
