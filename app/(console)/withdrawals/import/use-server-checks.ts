import { useCallback, useEffect, useRef, useState } from 'react';
import { explainError, fetchJson, withJson } from '@/components/data/fetch-json';
import type { Explanation } from '@/lib/http/problems';
import type { RowCheck } from '@/lib/withdrawals/import/check-row';
import type { ServerSays } from '@/lib/withdrawals/import/view-row';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import { checkBatchEndpoint } from '@/lib/requests/contract';

// So many are asked about at once that the answer comes within a second or two, and the page can say how far it is.
const SLICE = 40;
const NOTHING_SAID: ServerSays = { issues: [], signals: [] };

const texts = new WeakMap<WithdrawalForm, string>();

/** A form as a text that is equal for equal forms, under which the server's answer is kept. */
export function formText(form: WithdrawalForm): string {
  const text = texts.get(form) ?? JSON.stringify(form);
  texts.set(form, text);
  return text;
}

/**
 * Asks the server about the rows in which nothing is wrong so far, some at a time, those before all others whose form
 * `first` says. An answer holds as long as the form is the same.
 */
export function useServerChecks(sound: readonly RowCheck[], first: RowCheck | undefined) {
  const [answers, setAnswers] = useState<ReadonlyMap<string, ServerSays>>(new Map());
  const [failure, setFailure] = useState<Explanation>();
  const isAsking = useRef(false);
  const waiting = sound.filter(({ form }) => !answers.has(formText(form)));

  const keep = useCallback(
    (found: Iterable<readonly [string, ServerSays]>) => setAnswers((known) => new Map([...known, ...found])),
    [],
  );
  useEffect(() => {
    if (waiting.length === 0 || failure || isAsking.current) return;
    const slice = sliceOf(first && waiting.includes(first) ? [first, ...waiting] : waiting);
    isAsking.current = true;
    const ask = async () => {
      try {
        const { items } = await fetchJson(checkBatchEndpoint(), withJson({ items: slice }));
        isAsking.current = false;
        keep(
          slice.map(
            (form, index) => [formText(form), items.find((item) => item.index === index) ?? NOTHING_SAID] as const,
          ),
        );
      } catch (error) {
        isAsking.current = false;
        setFailure(explainError(error as Error));
      }
    };
    void ask();
  });
  const askAgain = useCallback(() => {
    setAnswers(new Map());
    setFailure(undefined);
  }, []);
  return { answers, waiting: waiting.length, failure, keep, askAgain };
}

// No two of one slice pay the same: that is said of all rows together, and with their own numbers.
function sliceOf(waiting: readonly RowCheck[]): WithdrawalForm[] {
  const payments = new Set<string>();
  const slice = new Map<string, WithdrawalForm>();
  for (const { form, paymentKey } of waiting) {
    if (slice.size === SLICE) break;
    if (paymentKey !== undefined && payments.has(paymentKey)) continue;
    if (paymentKey !== undefined) payments.add(paymentKey);
    slice.set(formText(form), form);
  }
  return [...slice.values()];
}
