import { ALL_REQUESTS, type RequestListQuery, writeRequestQuery } from '@/lib/requests/list/query';
import { stageLabel } from '@/lib/requests/stages';

/**
 * Gives the views of withdrawals that everyone has. `weekStart`: the start of this week in the reader's zone (ISO
 * 8601).
 */
export function builtInRequestViews(weekStart: string): { name: string; parameters: string }[] {
  return [
    builtIn('Mine, awaiting approval', { isMine: true, values: { state: ['awaiting'] } }),
    builtIn('Returned to you', { isMine: true, values: { state: ['declined', 'expired', 'rejected'] } }),
    builtIn(stageLabel('unknown'), { values: { state: ['unknown'] } }),
    builtIn('Failed this week', { values: { state: ['failed'] }, created: { from: weekStart } }),
    builtIn('Largest awaiting approval', { values: { state: ['awaiting'] }, sort: 'amount' }),
  ];
}

function builtIn(name: string, change: Partial<RequestListQuery>) {
  return { name, parameters: writeRequestQuery({ ...ALL_REQUESTS, ...change }).toString() };
}
