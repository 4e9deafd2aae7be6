import { useQuery } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { QueryProvider } from '@/components/data/query-provider';
import { useSearch } from '@/components/search/use-search';

function Reads() {
  useQuery({ queryKey: ['anything'], queryFn: () => Promise.resolve(1) });
  useSearch('a reference');
  return <p>rendered</p>;
}

afterEach(() => vi.useRealTimers());

test('rendering on the server leaves no timer that would keep its request in memory', () => {
  vi.useFakeTimers();
  const html = renderToString(
    <QueryProvider>
      <Reads />
    </QueryProvider>,
  );
  expect(html).toContain('rendered');
  expect(vi.getTimerCount()).toBe(0);
});
