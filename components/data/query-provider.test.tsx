import { useQuery } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { QueryProvider } from '@/components/data/query-provider';
import { useFind } from '@/components/search/use-search';

function Reads() {
  useQuery({ queryKey: ['anything'], queryFn: () => Promise.resolve(1) });
  useFind('a reference');
  return <p>drawn</p>;
}

afterEach(() => vi.useRealTimers());

test('what is drawn on the server leaves no timer that would hold its request', () => {
  vi.useFakeTimers();
  const html = renderToString(
    <QueryProvider>
      <Reads />
    </QueryProvider>,
  );
  expect(html).toContain('drawn');
  expect(vi.getTimerCount()).toBe(0);
});
