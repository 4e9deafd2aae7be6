import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { database } from '@/lib/server/database/client';
import { COUNTS_FOR_PRICES } from '@/lib/server/database/schema/mirror';
import { MIN_NOTIONAL } from '@/lib/server/mirror/figures/asset-price';
import { runs } from '@/scripts/testing/property-runs';
import { setUpTestDatabase } from '@/scripts/testing/test-process';

setUpTestDatabase();

const digits = fc.stringMatching(/^[0-9]{0,4}$/);
const number = fc.oneof(
  fc.tuple(digits, digits).map(([whole, fraction]) => `${whole}.${fraction}`),
  digits,
  fc.stringMatching(/^[0-9.]{57,63}$/),
  fc.constantFrom(
    '9.99',
    '9.999999999',
    '10',
    '010.0',
    '0009',
    '10.',
    '.5',
    '1e3',
    '-10',
    '+10',
    ' 10',
    '10\n',
    'NaN',
    '٣٣',
  ),
);

it('the pattern of what counts for prices takes the numbers from ten on, up to sixty characters, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(number, { minLength: 1, maxLength: 200 }), async (values) => {
      const records = JSON.stringify(values.map((notional_value) => ({ notional_value })));
      const { rows } = await database().execute<{ value: string; counts: boolean; is_large: boolean }>(sql`
        select record->>'notional_value' as value, ${COUNTS_FOR_PRICES} as counts,
          coalesce(mirror_amount(record->>'notional_value') >= ${MIN_NOTIONAL}::int, false)
            and length(record->>'notional_value') <= 60 as is_large
        from jsonb_array_elements(${records}::jsonb) as record`);
      expect(rows.filter((row) => row.counts !== row.is_large)).toEqual([]);
    }),
    { numRuns: runs(0.1) },
  );
});
