import 'server-only';
import type { z } from 'zod';
import type { ProposalKind } from '@/lib/proposals/proposals';
import { fail, ok, type Result } from '@/lib/result';
import type { Transaction } from '@/lib/server/database/client';
import type { Person } from '@/lib/server/auth/sessions';
import { isDeepStrictEqual } from 'node:util';

/** Choices of the person who confirms, by the key that the kind of change defines. */
export type Choices = Readonly<Record<string, string>>;

/** Kind of change that takes two people: its payload, its checks and its effect. */
export interface TwoPersonChange<Payload> {
  payloadSchema: z.ZodType<Payload>;
  /**
   * Checks a change when it is proposed, and again before it is confirmed, outside any transaction, so that it may call
   * the service. Returns the payload to store, or a sentence that says why the change is not possible.
   */
  prepare: (change: { subject: string; payload: Payload; person: Person }) => Promise<Result<Payload, string>>;
  /**
   * Analyses a change that is being proposed, outside any transaction and within a budget
   * (lib/server/analysis/analyze). What it gives is stored with the proposal and shown by its pages; null where it
   * could not be analysed.
   */
  analyze?: (payload: Payload, person: Person) => Promise<unknown>;
  /** Explains why these choices do not suffice to confirm; for kinds that have the confirming person choose. */
  addressChoiceBlockReason?: (payload: Payload, choices: Choices) => string | undefined;
  /**
   * Makes the change, in the transaction that confirms it. Returns what the audit log records, or a sentence that says
   * why the change no longer applies: then nothing changes and the proposal is void.
   */
  apply: (
    transaction: Transaction,
    change: { subject: string; payload: Payload; proposalId: string; confirmer: Person },
  ) => Promise<Result<{ before?: unknown; after?: unknown }, string>>;
}

/** A proposed change, with the steps of its kind. */
interface ProposedChange {
  /** The content, as the schema of the kind gives it. */
  payload: unknown;
  /** Checks the change; gives the content to store, and its analysis (null where there is none). */
  prepare: (by: {
    subject: string;
    person: Person;
  }) => Promise<Result<{ payload: unknown; analyze: () => Promise<unknown> }, string>>;
  addressChoiceBlockReason: (choices: Choices) => string | undefined;
  apply: (
    transaction: Transaction,
    by: { subject: string; proposalId: string; confirmer: Person },
  ) => ReturnType<TwoPersonChange<unknown>['apply']>;
}

/** Reads the content of a change of one kind, or gives what is wrong with it. */
export type ReadChange = (payload: unknown) => Result<ProposedChange, z.ZodError>;

/** Binds the steps of a kind to the content that they are about: each gets only what the kind's own schema gave. */
export function readerOf<Payload>(change: TwoPersonChange<Payload>): ReadChange {
  return (given) => {
    const read = change.payloadSchema.safeParse(given);
    if (!read.success) return fail(read.error);
    const payload = read.data;
    return ok({
      payload,
      prepare: async ({ subject, person }) => {
        const prepared = await change.prepare({ subject, payload, person });
        if (!prepared.ok) return prepared;
        return ok({
          payload: prepared.value,
          analyze: async () => (await change.analyze?.(prepared.value, person)) ?? null,
        });
      },
      addressChoiceBlockReason: (choices) => change.addressChoiceBlockReason?.(payload, choices),
      apply: (transaction, by) => change.apply(transaction, { ...by, payload }),
    });
  };
}

/** Gives how a kind of change is read. The table of all kinds is lib/server/proposal-registry, a composition root. */
export type FindChange = (kind: ProposalKind) => ReadChange;

/** Compares two payloads as they are stored, which is as JSON. */
export function isSamePayload(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(asStored(a), asStored(b));
}

function asStored(payload: unknown): unknown {
  return JSON.parse(JSON.stringify(payload));
}
