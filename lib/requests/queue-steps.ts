import type { RequestSummary } from '@/lib/requests/request-summary';

type QueuePlace = Pick<RequestSummary, 'id' | 'createdAt'>;

/** The position of a request in a queue, with its neighbours. */
export interface QueueSteps<Item> {
  /** One-based; undefined where the request is not, or no longer, in the queue. */
  position: number | undefined;
  count: number;
  previous: Item | undefined;
  next: Item | undefined;
}

/**
 * Finds the neighbours of a request in a queue that is sorted oldest first. They follow from its age, so that the
 * reader can continue from a request that has just left the queue.
 */
export function findSteps<Item extends QueuePlace>(queue: readonly Item[], from: QueuePlace): QueueSteps<Item> {
  const index = queue.findIndex(({ id }) => id === from.id);
  return {
    position: index === -1 ? undefined : index + 1,
    count: queue.length,
    previous: queue.findLast((item) => isBefore(item, from)),
    next: queue.find((item) => isBefore(from, item)),
  };
}

/** Finds the request to open after a decision: the next younger one, else the oldest one left; undefined for none. */
export function findNext<Item extends QueuePlace>(queue: readonly Item[], from: QueuePlace): Item | undefined {
  return findSteps(queue, from).next ?? queue.find(({ id }) => id !== from.id);
}

function isBefore(one: QueuePlace, other: QueuePlace): boolean {
  return one.createdAt === other.createdAt ? one.id < other.id : one.createdAt < other.createdAt;
}
