import { expect, it, vi } from 'vitest';
import { warnIfNodeIsOutdated } from '@/server/end-of-life.mjs';

it.each([
  ['20.19.0', '2026-05-01', 1],
  ['20.19.0', '2026-04-29', 0],
  ['24.1.0', '2026-11-01', 0],
  ['24.1.0', '2028-05-01', 1],
])('Node %s on %s', (version, day, warnings) => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  warnIfNodeIsOutdated(version, new Date(day));
  expect(write).toHaveBeenCalledTimes(warnings);
  write.mockRestore();
});
