/**
 * Analyses what people propose in a thread of its own and within a budget, once, when it is proposed. What was found is
 * stored with the proposal as sentences, which every page shows: no page analyses what a person stored
 * (docs/decisions/0068-an-analysis-is-made-at-the-proposal.md).
 */
import 'server-only';
import { Worker } from 'node:worker_threads';
import type { Person } from '@/lib/server/auth/sessions';
import type { AnalysisTask, PolicyAnalysis } from '@/lib/policy/analysis/analysis';
import type { ApprovalSetup } from '@/lib/policy/analysis/shortages';
import { takeTurn } from '@/lib/server/workers/turns';
import { log } from '@/lib/server/observability/log';
import { singleton } from '@/lib/server/runtime/singleton';

const BUDGET_MS = 5_000;
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64 };

/** How a thread is started, and how long it may take; tests start it from its source. */
export const analysisThread = () => singleton('policy.analysis', () => ({ start: startBuilt, budgetMs: BUDGET_MS }));

/** Analyses rules that a person proposes; null where the budget was not enough or no thread could run. */
export function analyzeRules(
  person: Person,
  task: Omit<Extract<AnalysisTask, { kind: 'policy' }>, 'kind'>,
): Promise<PolicyAnalysis | null> {
  return run(person, { kind: 'policy', ...task });
}

/** Finds under which rules nobody could approve; null where the budget was not enough or no thread could run. */
export function analyzeShortages(
  person: Person,
  setup: ApprovalSetup | undefined,
): Promise<Pick<PolicyAnalysis, 'shortages'> | null> {
  return setup ? run(person, { kind: 'shortages', setup }) : Promise.resolve(null);
}

async function run<Found>(person: Person, task: AnalysisTask): Promise<Found | null> {
  const signal = AbortSignal.timeout(2 * analysisThread().budgetMs);
  try {
    const endTurn = await takeTurn(person.id, signal);
    if (!endTurn) return null;
    try {
      return await answerOf<Found>(task);
    } finally {
      endTurn();
    }
  } catch (error) {
    log.warn({ err: error }, 'a proposal was not analysed');
    return null;
  }
}

async function answerOf<Found>(task: AnalysisTask): Promise<Found> {
  const { start, budgetMs } = analysisThread();
  const worker = start(task);
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Found>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`the thread of an analysis ended with code ${code}`)));
      timer = setTimeout(() => reject(new Error(`an analysis took longer than ${budgetMs} ms`)), budgetMs);
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

// The build compiles the program of the thread, since its address is here.
function startBuilt(workerData: AnalysisTask): Worker {
  return new Worker(new URL('../../policy/analysis/analysis-thread.ts', import.meta.url), {
    workerData,
    env: {},
    execArgv: [],
    resourceLimits: MEMORY,
  });
}
