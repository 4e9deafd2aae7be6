import { type Explanation, explainReadFailure, quoteProblem, type ServiceFailure } from '@/lib/http/problems';
import { theService, TheService } from '@/lib/text/service-name';

/** A save that the service did not take, or whose outcome is unknown. */
export interface FailedSave {
  kind: 'declined' | 'unknown';
  explanation: Explanation;
}

/** Tells whether a status says that the service refused the data themselves. */
const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 408 && status !== 429;

/** Explains why travel-rule data were not saved at the service, or may not have been, and what to do. */
export function explainFailedSave(failure: ServiceFailure): FailedSave {
  if (failure.kind === 'credential') {
    const { title, detail, next } = explainReadFailure(failure);
    return { kind: 'declined', explanation: { title, detail: `${detail} Nothing was sent.`, next } };
  }
  if (failure.kind === 'problem' && isRefusal(failure.problem.status))
    return {
      kind: 'declined',
      explanation: {
        title: `${TheService()} declined the travel-rule data`,
        detail: quoteProblem(failure.problem),
        next:
          failure.problem.type === 'insufficient-scope'
            ? 'Nothing was saved there. Ask an administrator to check the scope of the console’s credentials.'
            : 'Nothing was saved there, and the entry is unchanged. Correct the entry, have the change confirmed, and ' +
              'save again.',
      },
    };
  return unknownSave(`${explainReadFailure(failure).title}.`);
}

/** Explains a save without an answer. `reason`: a sentence. */
export function unknownSave(reason: string): FailedSave {
  return {
    kind: 'unknown',
    explanation: {
      title: `The data may or may not have been saved at ${theService()}`,
      detail: reason,
      next: 'Save again in a moment: saving the same data twice has the effect of saving them once.',
    },
  };
}
