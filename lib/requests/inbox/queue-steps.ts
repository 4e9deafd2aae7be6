/** The place of something in a queue. */
export interface QueuePlace {
  id: string;
  /** Who requested it: what one person requested is decided together. */
  requesterName: string;
  createdAt: string;
  /** True where something grave was found: of what one person requested, it comes first. */
  isGrave?: boolean;
  /** What comes after all requests, in this order; absent for a request. */
  rank?: number;
}

/** The position of a request in a queue, with its neighbours. */
export interface QueueSteps<Item> {
  /** One-based; undefined where the request is not, or no longer, in the queue. */
  position: number | undefined;
  count: number;
  previous: Item | undefined;
  next: Item | undefined;
}

/**
 * Finds the neighbours of a request in a queue (`sortQueue`). They follow from its place, so that the reader can
 * continue from a request that has just left the queue.
 */
export function findSteps<Item extends QueuePlace>(queue: readonly Item[], from: QueuePlace): QueueSteps<Item> {
  const sorted = sortQueue(queue);
  const index = sorted.findIndex(({ id }) => id === from.id);
  const place = sorted[index] ?? from;
  return {
    position: index === -1 ? undefined : index + 1,
    count: sorted.length,
    previous: sorted.findLast((item) => comparePlaces(item, place) < 0),
    next: sorted.find((item) => comparePlaces(item, place) > 0),
  };
}

/**
 * Finds what to open after a decision: the next of its rank, else the first of its rank, else the first of all;
 * undefined for none.
 */
export function findNext<Item extends QueuePlace>(queue: readonly Item[], from: QueuePlace): Item | undefined {
  const others = sortQueue(queue).filter(({ id }) => id !== from.id);
  const alike = others.filter(({ rank = 0 }) => rank === (from.rank ?? 0));
  return findSteps(alike, from).next ?? alike[0] ?? others[0];
}

/**
 * Sorts a queue by requester, and for each what is grave first, then oldest first. The order is the same whatever
 * leaves the queue, so nothing moves while a person decides.
 */
export function sortQueue<Item extends QueuePlace>(queue: readonly Item[]): Item[] {
  return queue.toSorted(comparePlaces);
}

function comparePlaces(one: QueuePlace, other: QueuePlace): number {
  return (
    (one.rank ?? 0) - (other.rank ?? 0) ||
    compareTexts(one.requesterName, other.requesterName) ||
    Number(other.isGrave === true) - Number(one.isGrave === true) ||
    compareTexts(one.createdAt, other.createdAt) ||
    compareTexts(one.id, other.id)
  );
}

const compareTexts = (one: string, other: string) => Number(one > other) - Number(one < other);
