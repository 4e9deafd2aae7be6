'use client';

import { useState } from 'react';
import { explainPrompt, explainRefusedPasskey, type PasskeyStep } from '@/lib/passkeys/explain-prompt';
import type { PasskeyFailure } from '@/lib/passkeys/contract';
import type { Explanation } from '@/lib/http/problems';
import { explainProposalFailure } from '@/lib/proposals/proposals';
import type { Result } from '@/lib/result';

/** Failure of a prompt or of the console, as an error that ends a ceremony. */
export class CeremonyError extends Error {
  constructor(readonly explanation: Explanation) {
    super(explanation.title);
  }
}

/** Gives the value of an action, or throws the explanation of its failure; `step`: where it took a passkey. */
export function valueOf<Value>(result: Result<Value, PasskeyFailure>, step?: PasskeyStep): Value {
  if (result.ok) return result.value;
  const { error } = result;
  throw new CeremonyError(
    step !== undefined && error.kind === 'not-possible'
      ? explainRefusedPasskey(error.reason, step)
      : explainProposalFailure(error),
  );
}

/** Runs the browser's prompt, and throws the explanation of what it throws. */
export async function prompted<Value>(step: PasskeyStep, prompt: () => Promise<Value>): Promise<Value> {
  try {
    return await prompt();
  } catch (error) {
    throw new CeremonyError(explainPrompt(error, step));
  }
}

const NO_ANSWER: Explanation = {
  title: 'The console did not answer',
  detail: 'It is not known whether this was done.',
  next: 'Load the page again to see, before you try again.',
};

/** Runs one ceremony at a time, and keeps the explanation of why the last one failed. */
export function useCeremony() {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Explanation>();
  const run = async (ceremony: () => Promise<void>) => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await ceremony();
    } catch (error) {
      setFailure(error instanceof CeremonyError ? error.explanation : NO_ANSWER);
    }
    setIsBusy(false);
  };
  return { isBusy, failure, run };
}
