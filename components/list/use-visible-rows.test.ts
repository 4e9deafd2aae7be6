import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rowsInSight, rowsToDraw } from '@/components/list/use-visible-rows';

const rowHeights = fc.constantFrom(44, 52, 68, 88);
const scrolls = fc.record({
  scrolled: fc.integer({ min: -400, max: 100_000 }),
  height: fc.integer({ min: 300, max: 2400 }),
});

it('draws the rows that a page up or down brings into sight', () => {
  fc.assert(
    fc.property(scrolls, rowHeights, fc.constantFrom(-1, 0, 1), ({ scrolled, height }, rowHeight, pages) => {
      const drawn = rowsToDraw({ scrolled, height, rowHeight });
      const seen = rowsInSight({ scrolled: scrolled + pages * height, height, rowHeight });
      expect(drawn.start).toBeLessThanOrEqual(seen.start);
      expect(drawn.end).toBeGreaterThanOrEqual(seen.end);
    }),
  );
});

it('draws at most four windows of rows', () => {
  fc.assert(
    fc.property(scrolls, rowHeights, ({ scrolled, height }, rowHeight) => {
      const { start, end } = rowsToDraw({ scrolled, height, rowHeight });
      expect(end - start).toBeLessThanOrEqual(Math.max(4 * (height / rowHeight), 48));
    }),
  );
});
