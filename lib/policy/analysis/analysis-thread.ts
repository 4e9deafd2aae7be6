// The program of a thread: analyses one task and posts what it found (lib/server/analysis/analyze.ts).
import { parentPort, workerData } from 'node:worker_threads';
import { type AnalysisTask, analyzePolicy } from '@/lib/policy/analysis/analysis';
import { listShortages } from '@/lib/policy/analysis/shortages';

const task = workerData as AnalysisTask;
parentPort?.postMessage(
  task.kind === 'policy'
    ? analyzePolicy(task.rules, task.known, { setup: task.setup })
    : { shortages: listShortages(task.setup) },
  [],
);
