// What docs/operations.md tells an operator to watch must be there.
import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import type { Metric } from 'prom-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { SEND_STATES } from '@/lib/sends/send-machine';
import { counters } from '@/lib/server/observability/counters';
import { lookupPool } from '@/lib/server/database/lookup-pool';
import { poolMetrics } from '@/lib/server/database/pool-metrics';
import { pool } from '@/lib/server/database/client';
import { readerPool } from '@/lib/server/database/query/reader-pool';
import { renderMetrics } from '@/lib/server/metrics';
import { requestMetrics } from '@/lib/server/observability/http-metrics';
import { attemptMetrics } from '@/lib/server/sends/attempt-metrics';
import { callMetrics } from '@/lib/server/transfer-service/call-metrics';
import { replicaMetrics } from '@/lib/server/database/replicas/replica-metrics';
import { loopMetrics } from '@/lib/server/workers/loop';

const text = readFileSync('docs/operations.md', 'utf8');
const rows = text.match(/^\| `.*countersign_.*$/gm) ?? [];
const alerts = rows.map((row) => (/`([^`]+)`/.exec(row)?.[1] ?? '').replaceAll(String.raw`\|`, '|'));
// What Prometheus adds to every sample, and to those of a histogram.
const ADDED = ['instance', 'job', 'le'];

setUpTestConsole();
/** The labels of each name that is exported. */
const exported = new Map<string, Set<string>>();

beforeAll(async () => {
  const { text: rendered } = await renderMetrics();
  for (const [, name = '', labels = ''] of rendered.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    exported.set(name, new Set([...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label)));
  }
  // Counters with labels have no sample before something was counted.
  const groups: Record<string, Metric>[] = [
    counters(),
    requestMetrics(),
    callMetrics().metrics,
    poolMetrics(() => ({ main: pool(), mirror: readerPool(), lookup: lookupPool() })),
    loopMetrics(),
    { attempts: attemptMetrics() },
    // None where no replica is configured.
    replicaMetrics(),
  ];
  for (const metric of groups.flatMap((group) => Object.values(group))) {
    const { name, labelNames } = metric as Metric & { name: string; labelNames: string[] };
    const isDeclared = rendered.includes(`# TYPE ${name} `);
    if (isDeclared)
      for (const suffix of ['', '_bucket', '_sum', '_count']) exported.set(name + suffix, new Set(labelNames));
  }
});

/** What is in an expression, by the kind that the grammar gives it. */
function partsOf(expression: string, kind: string): string[] {
  const found: string[] = [];
  parser
    .parse(expression)
    .iterate({ enter: (node) => void (node.name === kind && found.push(expression.slice(node.from, node.to))) });
  return found;
}

function namesIn(expression: string): string[] {
  return partsOf(expression, 'Identifier').filter((name) => name.startsWith('countersign_'));
}

describe('docs/operations.md', () => {
  it('names only metrics that are exported', () => {
    const named = [...text.matchAll(/countersign_[a-z_]+[a-z]/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(40);
    expect(
      named.filter(
        (name) => !exported.has(name) && ![...exported.keys()].some((known) => known.startsWith(`${name}_`)),
      ),
    ).toEqual([]);
  });

  it('has an alert for everything that says how money and people fare', () => {
    const watched = new Set(alerts.flatMap(namesIn));
    expect(alerts.length).toBeGreaterThan(25);
    const needed =
      'sends sends_oldest_age_seconds reconciliation_age_seconds sending_stopped transfer_alarms cost_alarms send_attempts_total ' +
      'mirror_lag_seconds mirror_complete database_up database_waiting service_token_age_seconds service_calls_total faults_total';
    expect(needed.split(' ').filter((name) => !watched.has(`countersign_${name}`))).toEqual([]);
  });

  it('has only alerts that Prometheus can read, over labels that there are', () => {
    // A bar that is not masked begins another cell.
    expect(rows.filter((row) => row.match(/(?<!\\)\|/g)?.length !== 4)).toEqual([]);
    const faults = alerts.flatMap((expression) => {
      const known = new Set([...ADDED, ...namesIn(expression).flatMap((name) => [...(exported.get(name) ?? [])])]);
      const labels = [
        ...partsOf(expression, 'LabelName'),
        ...partsOf(expression, 'GroupingLabels').flatMap((list) => list.match(/\w+/g) ?? []),
      ];
      return [
        ...(partsOf(expression, '⚠').length > 0 ? [`${expression} is no PromQL`] : []),
        ...namesIn(expression).flatMap((name) => (exported.has(name) ? [] : [`${name} is not exported`])),
        ...labels.flatMap((label) => (known.has(label) ? [] : [`${expression} asks for the label ${label}`])),
      ];
    });
    expect(faults).toEqual([]);
  });

  it('asks for states that there are', () => {
    const states = [...text.matchAll(/state="([A-Z]+)"/g)].map(([, state = '']) => state);
    expect(states.length).toBeGreaterThan(3);
    expect(states.filter((state) => !SEND_STATES.some((known) => known === state))).toEqual([]);
  });

  it('leads to parts that it has', () => {
    const titles = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    );
    const led = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, place = '']) => place);
    expect(led.length).toBeGreaterThan(8);
    expect(led.filter((place) => !titles.includes(place))).toEqual([]);
  });
});
