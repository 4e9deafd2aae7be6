import type { ServiceFailure } from '@/lib/http/problems';
import { fail, ok, type Result } from '@/lib/result';
import type { ListQuery, RecordPage } from '@/lib/server/transfer-service/endpoints';
import { decodeTransfer } from '@/lib/transfers/decode-transfer';
import type { Transfer } from '@/lib/transfers/transfer';
import { Seeded } from '@/scripts/testing/seeded';

/** How a list behaves. Shares are from 0 to 1. */
export interface ListBehaviour {
  seed: number;
  order: 'newest-first' | 'oldest-first' | 'neither';
  /** Whether a cursor names a record, or counts them: then pages shift when others come before. */
  cursors: 'records' | 'counts';
  end: 'empty' | 'left-out' | 'never-empty';
  pageSize: number;
  failures: number;
  loops: number;
  refusals: number;
  repeats: number;
  poison: number;
  /** How often a page without records comes before the page. */
  gaps: number;
  /** How often a page is as it was a while ago. */
  lags: number;
  /** How often something is created or changed while a page is read. */
  moves: number;
  /** How often the process dies before it is given the page. */
  kills: number;
}

interface FakeRecord {
  id: string;
  created_at: string;
  updated_at: string;
  status: string;
  amount: string;
}

const SECOND = 1000;
const LAG_MS = 90 * SECOND;
const POISON = [null, 42, 'a transfer', {}, { id: 7 }, { id: '' }, ['x']];

export class Killed extends Error {}

/** A service's list in memory, which misbehaves until `heal`. */
export class FakeList {
  readonly #random: Seeded;
  readonly #records: FakeRecord[] = [];
  readonly #before = new Map<string, FakeRecord>();
  readonly #limit: number;
  #now = Date.now() - 20 * 3600 * SECOND;
  #isWell = false;

  constructor(readonly behaviour: ListBehaviour) {
    this.#random = new Seeded(behaviour.seed);
    this.#limit = behaviour.pageSize;
  }

  heal(): void {
    this.#isWell = true;
  }

  get records(): readonly FakeRecord[] {
    return this.#records;
  }

  add(count: number): void {
    for (let index = 0; index < count; index += 1) {
      this.#now += this.#random.whole(0, 20) * SECOND;
      const at = new Date(this.#now).toISOString();
      const id = `t${this.#records.length}-${this.#random.whole(0, 1_000_000)}`;
      this.#records.push({
        id,
        created_at: at,
        updated_at: at,
        status: 'PENDING',
        amount: String(this.#records.length),
      });
    }
  }

  change(): void {
    const index = this.#random.whole(0, this.#records.length - 1);
    const record = this.#records[index];
    if (!record || record.status !== 'PENDING') return;
    this.#now += SECOND;
    this.#before.set(record.id, record);
    this.#records[index] = {
      ...record,
      status: this.#random.next() < 0.5 ? 'COMPLETED' : 'FAILED',
      updated_at: new Date(this.#now).toISOString(),
    };
  }

  get(id: string): Result<Transfer, ServiceFailure> {
    if (this.#strikes(this.behaviour.failures)) return DOWN;
    const found = this.#records.find((record) => record.id === id);
    if (!found)
      return fail({
        kind: 'problem',
        problem: { status: 404, type: 'not-found', title: '', detail: '', meta: {}, isReadable: true },
      });
    return ok(decodeTransfer(found) as Transfer);
  }

  page({ cursor }: ListQuery): Result<RecordPage, ServiceFailure> {
    const { behaviour } = this;
    const readAt = new Date();
    if (this.#strikes(behaviour.moves)) {
      this.add(this.#random.whole(1, 4));
      this.change();
    }
    if (this.#strikes(behaviour.kills)) throw new Killed();
    if (this.#strikes(behaviour.failures)) return DOWN;
    if (cursor !== undefined && this.#strikes(behaviour.refusals)) return REFUSED;
    if (this.#strikes(behaviour.gaps)) {
      const next = `${cursor ?? ''}~`;
      const text = JSON.stringify({ items: [], next });
      return ok({
        items: [],
        page: { text, member: 'items' },
        readAt,
        nextCursor: next,
        isEndStated: true,
        hasStrangeCursor: false,
      });
    }
    const list = this.#sorted(this.#strikes(behaviour.lags));
    const start = this.#placeOf(cursor?.replace(/~+$/, '') || undefined, list);
    const items: unknown[] = list.slice(start, start + this.#limit);
    const isLast = start + this.#limit >= list.length;
    const next = isLast
      ? behaviour.end === 'never-empty' && items.length > 0
        ? this.#cursorAt(list, list.length)
        : ''
      : this.#cursorAt(list, start + this.#limit);
    if (this.#strikes(behaviour.repeats)) items.push(items[0] ?? null);
    if (this.#strikes(behaviour.poison))
      items.splice(this.#random.whole(0, items.length), 0, POISON[this.#random.whole(0, POISON.length - 1)]);
    const isLooping = cursor !== undefined && this.#strikes(behaviour.loops);
    const given = isLooping ? cursor : next;
    const isLeftOut = given === '' && behaviour.end === 'left-out';
    const text = JSON.stringify({ items, ...(!isLeftOut && { next: given }) });
    return ok({
      items: JSON.parse(JSON.stringify(items)) as unknown[],
      page: { text, member: 'items' },
      readAt,
      nextCursor: given === '' ? null : given,
      isEndStated: !isLeftOut,
      hasStrangeCursor: false,
    });
  }

  #strikes(share: number): boolean {
    return !this.#isWell && this.#random.next() < share;
  }

  /** As it is, or as a copy that lags behind has it. */
  #sorted(isLagging: boolean): FakeRecord[] {
    const list = isLagging
      ? this.#records
          .filter(({ created_at: at }) => Date.parse(at) < this.#now - LAG_MS)
          .map((record) => this.#before.get(record.id) ?? record)
      : [...this.#records];
    if (this.behaviour.order === 'newest-first') return list.toReversed();
    return this.behaviour.order === 'oldest-first'
      ? list
      : list.toSorted((a, b) => (scatter(a.id) < scatter(b.id) ? -1 : 1));
  }

  #cursorAt(list: FakeRecord[], place: number): string {
    return this.behaviour.cursors === 'counts' ? `n${place}` : `after ${list[place - 1]?.id}`;
  }

  #placeOf(cursor: string | undefined, list: FakeRecord[]): number {
    if (cursor === undefined) return 0;
    if (cursor.startsWith('n')) return Number(cursor.slice(1));
    const found = list.findIndex(({ id }) => `after ${id}` === cursor);
    // A copy that lags behind does not know it yet.
    return found === -1 ? list.length : found + 1;
  }
}

const DOWN = fail({ kind: 'unreachable', cause: 'ECONNREFUSED' } as const);
const REFUSED = fail({
  kind: 'problem',
  problem: { status: 400, type: 'bad-request', title: '', detail: '', meta: {}, isReadable: true },
} as const);

function scatter(id: string): string {
  return id.split('-').toReversed().join('');
}
