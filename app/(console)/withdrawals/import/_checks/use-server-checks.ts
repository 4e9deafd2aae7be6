import { useCallback, useEffect, useRef, useState } from 'react';
import { explainError, fetchJson, withJson } from '@/components/data/fetch-json';
import type { Explanation } from '@/lib/http/problems';
import type { RowCheck } from '@/lib/requests/import/check-row';
import type { ServerCheck } from '@/lib/requests/import/view-row';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import { checkBatchEndpoint } from '@/lib/requests/contract';

// Few enough for an answer within a second or two, so that the page can show progress.
const BATCH_SIZE = 40;
const NO_ISSUES: ServerCheck = { issues: [], signals: [] };

const texts = new WeakMap<WithdrawalForm, string>();

/** Gives a text that is equal for equal forms, under which the server's result is stored. */
export function formText(form: WithdrawalForm): string {
  const text = texts.get(form) ?? JSON.stringify(form);
  texts.set(form, text);
  return text;
}

/**
 * Has the server check the rows without errors, a batch at a time, `first` before the others. A result holds as long as
 * the form is the same.
 */
export function useServerChecks(ready: readonly RowCheck[], first: RowCheck | undefined) {
  const [results, setResults] = useState<ReadonlyMap<string, ServerCheck>>(new Map());
  const [failure, setFailure] = useState<Explanation>();
  const isChecking = useRef(false);
  const waiting = ready.filter(({ form }) => !results.has(formText(form)));

  const addResults = useCallback(
    (found: Iterable<readonly [string, ServerCheck]>) => setResults((known) => new Map([...known, ...found])),
    [],
  );
  useEffect(() => {
    if (waiting.length === 0 || failure || isChecking.current) return;
    const batch = nextBatch(first && waiting.includes(first) ? [first, ...waiting] : waiting);
    isChecking.current = true;
    const check = async () => {
      try {
        const { items } = await fetchJson(checkBatchEndpoint(), withJson({ items: batch, isPart: true }));
        isChecking.current = false;
        addResults(
          batch.map(
            (form, index) => [formText(form), items.find((item) => item.index === index) ?? NO_ISSUES] as const,
          ),
        );
      } catch (error) {
        isChecking.current = false;
        setFailure(explainError(error as Error));
      }
    };
    void check();
  });
  const checkAgain = useCallback(() => {
    setResults(new Map());
    setFailure(undefined);
  }, []);
  return { results, waiting: waiting.length, failure, addResults, checkAgain };
}

// No two equal payments in one batch: the sheet reports duplicates itself, with the numbers of the rows.
function nextBatch(waiting: readonly RowCheck[]): WithdrawalForm[] {
  const payments = new Set<string>();
  const batch = new Map<string, WithdrawalForm>();
  for (const { form, paymentKey } of waiting) {
    if (batch.size === BATCH_SIZE) break;
    if (paymentKey !== undefined && payments.has(paymentKey)) continue;
    if (paymentKey !== undefined) payments.add(paymentKey);
    batch.set(formText(form), form);
  }
  return [...batch.values()];
}
