// Runs the searches whose numbers it is sent, one after the other.
import { parentPort } from 'node:worker_threads';
import { runTask, TASKS } from '@/e2e/soak/protocol/tasks';

parentPort?.on('message', (index: number) => {
  const task = TASKS[index];
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window.
  if (task) parentPort?.postMessage({ index, report: runTask(task) });
});
