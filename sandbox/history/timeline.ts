import { mix } from '@/sandbox/random';

const MINUTE = 60_000;
// Ten minutes apart as far back as a person scrolls; closer before that, so that ten million fit into ten years.
const RECENT_COUNT = 20_000;
const RECENT_STEP = 10 * MINUTE;
const OLD_STEP = MINUTE / 2;
// One of each four neighbours may share the instant of the one after it.
const SHARING = 4;

/**
 * Creates a function that returns the creation time of a transfer by its number, in milliseconds since 1970. Number 0
 * is the newest, just before the anchor; a higher number is never later.
 */
export function createTimeline(seed: number, anchorMs: number): (number: number) => number {
  const timeOf = (number: number): number => {
    const jitter = mix(seed, number);
    if (number % SHARING !== 0 && jitter % 6 === 0) return timeOf(number - 1);
    const step = number < RECENT_COUNT ? RECENT_STEP : OLD_STEP;
    return anchorMs - 1000 - slotOf(number) - (jitter % step);
  };
  return timeOf;
}

function slotOf(number: number): number {
  return Math.min(number, RECENT_COUNT) * RECENT_STEP + Math.max(0, number - RECENT_COUNT) * OLD_STEP;
}
