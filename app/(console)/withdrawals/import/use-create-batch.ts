import { useQuery } from '@tanstack/react-query';
import { unstable_isUnrecognizedActionError, useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { createBatchAction } from '@/app/(console)/withdrawals/import/actions';
import type { CreationFailure } from '@/app/(console)/withdrawals/import/creation-failure-notice';
import { formText } from '@/app/(console)/withdrawals/import/use-server-checks';
import { fetchJson } from '@/components/data/fetch-json';
import { routes } from '@/lib/http/routes';
import type { ServerSays } from '@/lib/withdrawals/import/view-row';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import { batchProgressEndpoint } from '@/lib/requests/contract';

const POLL_MS = 400;

interface Creation {
  batchKey: string;
  /** Told whether the sheet is on its way without an answer. */
  onWaiting: (isWaiting: boolean) => void;
  /** Called when it has become a batch. */
  onCreated: () => void;
  /** Takes what the server says of forms that it refused. */
  onRefused: (found: (readonly [string, ServerSays])[]) => void;
}

// Of the 1 MB that the server takes, with room for what is around the forms.
const LARGEST_BYTES = 1_000_000;

/** Hands a sheet over to become one batch, once however often it is asked for, and says how far that is. */
export function useCreation({ batchKey, onWaiting, onCreated, onRefused }: Creation) {
  const router = useRouter();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<CreationFailure>();
  const isUnderWay = useRef(false);
  const call = batchProgressEndpoint(batchKey);
  const { data: progress } = useQuery({
    queryKey: [call.path],
    queryFn: ({ signal }) => fetchJson(call, { signal }),
    enabled: isBusy,
    refetchInterval: POLL_MS,
    retry: false,
  });

  const create = async (name: string, forms: readonly WithdrawalForm[]) => {
    // State comes too late for a second click in the same frame.
    if (isUnderWay.current) return;
    // The server does not even read what is longer.
    if (new Blob([JSON.stringify(forms)]).size > LARGEST_BYTES) {
      setFailure({ kind: 'too-large' });
      return;
    }
    isUnderWay.current = true;
    setIsBusy(true);
    setFailure(undefined);
    onWaiting(true);
    try {
      const outcome = await createBatchAction({ batchKey, name, items: forms });
      if (outcome.ok) {
        onCreated();
        router.push(routes.batch(outcome.value.groupId));
        // It stays busy until the other page is there.
        return;
      }
      onWaiting(false);
      if (outcome.error.kind === 'invalid') onRefused(byForm(outcome.error.items, forms));
      setFailure(outcome.error);
    } catch (error) {
      setFailure({ kind: unstable_isUnrecognizedActionError(error) ? 'outdated' : 'not-answered' });
    }
    isUnderWay.current = false;
    setIsBusy(false);
  };
  return { create, isBusy, failure, progress: progress ?? undefined };
}

function byForm(
  items: readonly { index: number; path: string; message: string }[],
  forms: readonly WithdrawalForm[],
): (readonly [string, ServerSays])[] {
  const found = new Map<string, ServerSays>();
  for (const { index, path, message } of items) {
    const form = forms[index];
    if (!form) continue;
    const issues = found.get(formText(form))?.issues ?? [];
    found.set(formText(form), {
      issues: [...issues, { path, message, level: 'error' }],
      signals: path === 'chosenAddress' ? ['look-alike'] : [],
    });
  }
  return [...found];
}
