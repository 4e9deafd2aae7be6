import canonicalize from 'canonicalize';
import { z } from 'zod';
import type { Assertion } from '@/lib/proof/keys/assertion';
import { sha256Hex } from '@/lib/proof/bytes';
import type { ChainEntry } from '@/lib/proof/keys/chain';
import { personSchema, readStatement, type Statement } from '@/lib/proof/statement';
import { areBankDaysOf, bankDaysSchema } from '@/lib/standing-orders/bank-days';
import { FREQUENCIES, isDate, listDates, MAX_DATES } from '@/lib/standing-orders/schedule';
import { isTimeZone } from '@/lib/time/time-zone';

const dateSchema = z.string().refine(isDate);
const orderSchema = z
  .strictObject({
    format: z.literal('countersign/standing-order/1'),
    owner: personSchema,
    /** What each date sends: the exact text of its request, without the member `ref_id`. */
    bytes: z.string().max(100_000).refine(isBodyWithoutReference),
    firstDate: dateSchema,
    every: z.enum(FREQUENCIES),
    lastDate: dateSchema,
    maxCount: z.int().min(1).max(MAX_DATES),
    timeZone: z.string().max(64).refine(isTimeZone),
    /** The days on which dates are requested; absent where each is its own day. */
    bankDays: bankDaysSchema.optional(),
  })
  .refine((order) => order.bankDays === undefined || areBankDaysOf(listDates(order), order.bankDays));

/** A standing order as its owner and two others sign it: what each date sends, on which dates, and until when. */
export type StandingOrder = z.infer<typeof orderSchema>;

/** A signed standing order, as it is in the chain. Whether its signature counts is not asked here. */
export interface PlacedOrder {
  statement: string;
  assertion: Assertion | null;
  /** The text that was signed, and what it says. */
  content: string;
  order: StandingOrder;
  number: number;
}

/** A statement by which a person approved a standing order. */
export interface OrderApproval {
  statement: string;
  assertion: Assertion | null;
  stated: Statement;
  number: number;
}

/** Writes the canonical text of a standing order, which its statements are signed over. */
export function writeOrder(order: Omit<StandingOrder, 'format'>): string {
  return canonicalize({ format: 'countersign/standing-order/1', ...order } satisfies StandingOrder) ?? '';
}

/** Tells whether statements of a kind are about standing orders. */
export function isOrderEvent(kind: string): boolean {
  return kind === 'standingOrder' || kind === 'standingOrder.approve' || kind === 'standingOrder.end';
}

/** The standing orders of a chain. One that was ended allows nothing that is approved later. */
export class SignedOrders {
  readonly #orders = new Map<string, PlacedOrder>();
  readonly #idsOf = new Map<string, readonly string[]>();
  readonly #approvals = new Map<string, readonly OrderApproval[]>();
  readonly #ends = new Map<string, number>();

  /**
   * Notes an entry that was added to the chain. What is not the text that was signed orders nothing. Who ended an order
   * is not asked: to believe it can only hold back.
   */
  async note(
    { statement, number, assertion }: Pick<ChainEntry, 'statement' | 'number' | 'assertion'>,
    content: string,
  ): Promise<void> {
    const read = readStatement(statement);
    if (!read.ok) return;
    const { kind, subject, sha256 } = read.value;
    if (kind === 'standingOrder.end') {
      this.#ends.set(subject.id, Math.min(number, this.#ends.get(subject.id) ?? number));
    } else if (kind === 'standingOrder.approve') {
      const approval = { statement, assertion, stated: read.value, number };
      this.#approvals.set(subject.id, [...this.listApprovals(subject.id), approval]);
    } else {
      const order = readOrder(content);
      if (!order || !content.isWellFormed() || (await sha256Hex(content)) !== sha256) return;
      this.#orders.set(statement, { statement, assertion, content, order, number });
      this.#idsOf.set(subject.id, [...(this.#idsOf.get(subject.id) ?? []), statement]);
    }
  }

  /** Finds the order that a statement is; undefined where its text is not what was signed. */
  find(statement: string): PlacedOrder | undefined {
    return this.#orders.get(statement);
  }

  /** Lists what was signed as the order with an ID, in the order of the chain. */
  listFor(id: string): PlacedOrder[] {
    return (this.#idsOf.get(id) ?? []).flatMap((statement) => this.#orders.get(statement) ?? []);
  }

  /** Lists what was signed as an approval of the order with an ID, in the order of the chain. */
  listApprovals(id: string): readonly OrderApproval[] {
    return this.#approvals.get(id) ?? [];
  }

  /** Gives the number of the entry that ended an order; infinity where none did. */
  endOf(id: string): number {
    return this.#ends.get(id) ?? Number.POSITIVE_INFINITY;
  }
}

function readOrder(text: string): StandingOrder | undefined {
  try {
    const read = orderSchema.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/** Tells whether a text is a JSON object without a reference, in the spelling that adding one does not change. */
function isBodyWithoutReference(text: string): boolean {
  try {
    const body: unknown = JSON.parse(text);
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    return isObject && !Object.hasOwn(body, 'ref_id') && text.isWellFormed() && JSON.stringify(body) === text;
  } catch {
    return false;
  }
}
