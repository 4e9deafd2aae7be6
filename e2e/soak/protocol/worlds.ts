import type { Setting } from '@/e2e/soak/protocol/world';

const REPEATS: Omit<Setting, 'events'> = { replay: 'repeats', resendPolicy: 'reconcile-first' };

/** The worlds that the search visits whole. Two sends share one world of two posts: the others have three and one. */
export const WORLDS: readonly Setting[] = [
  { ...REPEATS, events: ['people', 'foreign'] },
  { ...REPEATS, replay: 'refuses', events: ['people', 'foreign'] },
  { ...REPEATS, events: ['people', 'policy'] },
  { ...REPEATS, events: ['people', 'restore'] },
  { ...REPEATS, events: ['people', 'missing-data'] },
  { ...REPEATS, bounds: { posts: 2, kills: 0, walkers: 1 }, events: ['people', 'restore', 'missing-data'] },
  { ...REPEATS, bounds: { posts: 2, kills: 0, walkers: 1 }, events: ['second-send', 'mislabelled'] },
  { ...REPEATS, replay: 'refuses', resendPolicy: 'trust-ref-id', events: ['people'] },
  { ...REPEATS, replay: 'replays', events: ['people'] },
  { ...REPEATS, resendPolicy: 'manual', events: ['people', 'policy'] },
];

/** Describes a world in a line. */
export function describeWorld({ replay, resendPolicy, events, bounds }: Setting): string {
  const limits = Object.entries(bounds ?? {}).map(([name, most]) => `${most} ${name}`);
  return [`a service that ${replay} a repeat`, resendPolicy, ...events, ...limits].join(', ');
}
