import { useEffect, useState } from 'react';
import { fetchJson, withJson } from '@/components/data/fetch-json';
import { Notice } from '@/components/ui/notice';
import { type Shortage, shortagesEndpoint } from '@/lib/balances/contract';
import type { Need } from '@/lib/balances/needs';

// Longer than the pause between two keystrokes.
const PAUSE_MS = 400;

/**
 * Says which sums of a sheet or batch are more than is available, once for each balance. Says nothing where that is not
 * known.
 */
export function ShortageNotices({ needs }: { needs: readonly Need[] }) {
  return useShortages(needs).map(({ profileId, asset, text }) => (
    <Notice key={`${profileId} ${asset}`} look="warn" title={text} />
  ));
}

function useShortages(needs: readonly Need[]): readonly Shortage[] {
  const [found, setFound] = useState<{ body: string; shortages: readonly Shortage[] }>();
  const { body } = withJson({ needs });
  useEffect(() => {
    if (needs.length === 0 || typeof body !== 'string') return;
    const stopped = new AbortController();
    const find = () =>
      fetchJson(shortagesEndpoint(), { ...withJson({ needs }), signal: stopped.signal }).then(
        (shortages) => setFound({ body, shortages }),
        () => undefined,
      );
    const timer = setTimeout(() => void find(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stopped.abort();
    };
    // Equal needs are asked about once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [body]);
  // A finding about other sums would be wrong.
  return found !== undefined && found.body === body ? found.shortages : [];
}
