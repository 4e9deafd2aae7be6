import { expect, it } from 'vitest';
import { parseTheme } from '@/lib/http/theme';

it('a cookie that names no look is the look of the system', () => {
  expect(['light', 'dark', 'system', undefined, '', 'LIGHT', '"><script>'].map(parseTheme)).toEqual([
    'light',
    'dark',
    ...Array.from({ length: 5 }, () => 'system'),
  ]);
});
