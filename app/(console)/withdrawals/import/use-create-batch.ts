import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import type { CreationFailure } from '@/app/(console)/withdrawals/import/creation-failure-notice';
import { formText } from '@/app/(console)/withdrawals/import/_checks/use-server-checks';
import { fetchJson } from '@/components/data/fetch-json';
import { signWhereAsked } from '@/components/passkeys/sign-where-asked';
import { CeremonyError } from '@/components/passkeys/use-ceremony';
import { postForResult } from '@/components/data/post-for-result';
import { BODY_LIMITS } from '@/lib/http/body-limits';
import { routes } from '@/lib/http/routes';
import type { ServerCheck } from '@/lib/requests/import/view-row';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import { batchProgressEndpoint, createBatchEndpoint } from '@/lib/requests/contract';

const POLL_MS = 400;

interface CreateBatchOptions {
  batchKey: string;
  /** Called when the sheet is submitted, and again when the server has answered. */
  onWaiting: (isWaiting: boolean) => void;
  /** Called when the batch exists. */
  onCreated: () => void;
  /** Called with the issues of the forms that the server rejected. */
  onRejected: (found: (readonly [string, ServerCheck])[]) => void;
}

// The rest is for the other members.
const MAX_BYTES = BODY_LIMITS.sheet - 4096;

/** Creates one batch from a sheet, once however often the button is pressed, with progress and failure. */
export function useCreateBatch({ batchKey, onWaiting, onCreated, onRejected }: CreateBatchOptions) {
  const router = useRouter();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<CreationFailure>();
  const isRunning = useRef(false);
  const call = batchProgressEndpoint(batchKey);
  const { data: progress } = useQuery({
    queryKey: [call.path],
    queryFn: ({ signal }) => fetchJson(call, { signal }),
    enabled: isBusy,
    refetchInterval: POLL_MS,
    retry: false,
  });

  /** Returns whether the batch was created. */
  const create = async (name: string, forms: readonly WithdrawalForm[]): Promise<boolean> => {
    // State changes too late for a second click before the next render.
    if (isRunning.current) return false;
    // The server does not read longer bodies.
    if (new Blob([JSON.stringify(forms)]).size > MAX_BYTES) {
      setFailure({ kind: 'too-large' });
      return false;
    }
    isRunning.current = true;
    setIsBusy(true);
    setFailure(undefined);
    onWaiting(true);
    try {
      const outcome = await signWhereAsked({ batchKey, name, items: forms }, (batch) =>
        postForResult(createBatchEndpoint(), batch),
      );
      if (outcome.ok) {
        onCreated();
        router.push(routes.batch(outcome.value.bundleId));
        // The button stays busy until the page of the batch opens.
        return true;
      }
      onWaiting(false);
      if (outcome.error.kind === 'invalid') onRejected(groupByForm(outcome.error.items, forms));
      setFailure(outcome.error);
    } catch (error) {
      onWaiting(!(error instanceof CeremonyError));
      setFailure(
        error instanceof CeremonyError
          ? { kind: 'not-signed', explanation: error.explanation }
          : { kind: 'not-answered' },
      );
    }
    isRunning.current = false;
    setIsBusy(false);
    return false;
  };
  return { create, isBusy, failure, progress: progress ?? undefined };
}

function groupByForm(
  items: readonly { index: number; path: string; message: string }[],
  forms: readonly WithdrawalForm[],
): (readonly [string, ServerCheck])[] {
  const found = new Map<string, ServerCheck>();
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
