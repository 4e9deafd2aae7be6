import {
  WITHDRAWAL_LIST,
  type WithdrawalList,
  type WithdrawalListState,
} from '@/app/(console)/withdrawals/_list/withdrawal-list';
import { ListStore } from '@/components/list/list-store';
import { ALL_REQUESTS, writeRequestQuery } from '@/lib/requests/list/query';

/** The batches of a list that are open in place, by their IDs, each with its requests as far as they were read. */
export type OpenBatchStates = ReadonlyMap<string, WithdrawalListState>;

/**
 * The open batches of one list: a store for each, of the same kind as the list. Lives as long as the list, so that Back
 * finds them open.
 */
export class OpenBatches {
  readonly #listeners = new Set<() => void>();
  readonly #stores = new Map<string, WithdrawalList>();
  #states: OpenBatchStates = new Map();

  subscribe = (onChange: () => void) => {
    this.#listeners.add(onChange);
    return () => void this.#listeners.delete(onChange);
  };
  states = (): OpenBatchStates => this.#states;

  /** Opens a batch and reads its first requests, or closes it. */
  toggle(batchId: string): void {
    const open = this.#stores.get(batchId);
    if (open) {
      open.stop();
      this.#stores.delete(batchId);
      return this.#announce();
    }
    const store = new ListStore(WITHDRAWAL_LIST, writeRequestQuery({ ...ALL_REQUESTS, batch: batchId }).toString());
    store.subscribe(() => this.#announce());
    this.#stores.set(batchId, store);
    void store.readTop();
  }

  /** Reads the next requests of an open batch; the first ones if that has failed. */
  async readMore(batchId: string): Promise<void> {
    const store = this.#stores.get(batchId);
    await (store?.state().info ? store.readMore() : store?.readTop());
  }

  /** Reads all open batches from their beginning. */
  async readTop(): Promise<void> {
    await Promise.all([...this.#stores.values()].map((store) => store.readTop()));
  }

  /** Records which requests are drawn, by their keys. */
  setDrawn(keys: readonly string[]): void {
    for (const store of this.#stores.values()) store.setDrawn(keys);
  }

  /** Reads the drawn requests that are not final again. Throws if a read fails. */
  async refreshDrawn(signal: AbortSignal): Promise<void> {
    for (const store of this.#stores.values()) await store.refreshDrawn(signal);
  }

  #announce(): void {
    this.#states = new Map([...this.#stores].map(([batchId, store]) => [batchId, store.state()]));
    for (const onChange of this.#listeners) onChange();
  }
}

const OF_LISTS = new WeakMap<WithdrawalList, OpenBatches>();

/** Gives the open batches of a list. */
export function openBatchesOf(list: WithdrawalList): OpenBatches {
  const known = OF_LISTS.get(list);
  if (known) return known;
  const batches = new OpenBatches();
  OF_LISTS.set(list, batches);
  return batches;
}
