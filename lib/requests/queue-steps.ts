import type { RequestSummary } from '@/lib/requests/request-summary';

type Place = Pick<RequestSummary, 'id' | 'createdAt'>;

/** Where a request stands in a queue. */
export interface QueueSteps<Item> {
  /** From 1; undefined where it is not in the queue (any more). */
  position: number | undefined;
  count: number;
  previous: Item | undefined;
  next: Item | undefined;
}

/**
 * The neighbours of a request in a queue that is sorted oldest first. They are known from its age, so that one can go on
 * from a request that has just left the queue.
 */
export function findSteps<Item extends Place>(queue: readonly Item[], from: Place): QueueSteps<Item> {
  const index = queue.findIndex(({ id }) => id === from.id);
  return {
    position: index === -1 ? undefined : index + 1,
    count: queue.length,
    previous: queue.findLast((item) => isBefore(item, from)),
    next: queue.find((item) => isBefore(from, item)),
  };
}

/** Where to stand after a decision: at the next younger one, else at the oldest that is left; undefined where nothing is. */
export function findNext<Item extends Place>(queue: readonly Item[], from: Place): Item | undefined {
  return findSteps(queue, from).next ?? queue.find(({ id }) => id !== from.id);
}

function isBefore(one: Place, other: Place): boolean {
  return one.createdAt === other.createdAt ? one.id < other.id : one.createdAt < other.createdAt;
}
