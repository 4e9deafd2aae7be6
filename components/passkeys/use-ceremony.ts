'use client';

import { useState } from 'react';
import { explainPrompt, type PromptStep } from '@/lib/passkeys/explain-prompt';
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

/** Gives the value of an action, or throws the explanation of its failure. */
export function valueOf<Value>(result: Result<Value, PasskeyFailure>): Value {
  if (!result.ok) throw new CeremonyError(explainProposalFailure(result.error));
  return result.value;
}

/** Runs the browser's prompt, and throws the explanation of what it throws. */
export async function prompted<Value>(step: PromptStep, prompt: () => Promise<Value>): Promise<Value> {
  try {
    return await prompt();
  } catch (error) {
    throw new CeremonyError(explainPrompt(error, step));
  }
}

const NO_ANSWER: Explanation = {
  title: 'The console did not answer',
  detail: 'The passkey may or may not have been used.',
  next: 'Load the page again to check.',
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
