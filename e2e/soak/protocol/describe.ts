import type { Step } from '@/e2e/soak/protocol/search';
import type { Report, Task } from '@/e2e/soak/protocol/tasks';

/** Describes what a search found in a line. */
export function describeReport(
  { kind, name }: Task,
  { states, isWhole, depth, violation, isRight, seconds }: Report,
): string {
  const size = `${states.toLocaleString('en-GB')} states, ${depth} moves deep, ${seconds.toFixed(1)} s`;
  const found = violation ? `breaks “${violation.invariant}”` : isWhole ? 'whole, no violation' : 'no violation so far';
  return `${isRight ? '✓' : '×'} ${kind} ${name}: ${found} (${size})`;
}

/** Lays out a trace as a table of who did what. */
export function describeTrace(trace: readonly Step[]): string {
  const width = Math.max(...trace.map(({ by }) => by.length));
  return trace.map(({ by, does }, at) => `  ${String(at + 1).padStart(3)}  ${by.padEnd(width)}  ${does}`).join('\n');
}
