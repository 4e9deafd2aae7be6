import 'server-only';
import type { z } from 'zod';
import type { ProposalKind } from '@/lib/proposals/proposals';
import type { Result } from '@/lib/result';
import type { Capability } from '@/lib/identity/roles';
import type { Transaction } from '@/lib/server/database/client';
import type { Person } from '@/lib/server/auth/sessions';

/** What whoever confirms chose, by what the choice is about. */
export type Choices = Readonly<Record<string, string>>;

/** What a kind of change that takes two is: who may ask for it, and what it does. */
export interface TwoPersonChange<Payload> {
  kind: ProposalKind;
  /** Of whoever asks for it (lib/proposals/proposals says who may confirm it). */
  capability: Capability;
  payloadSchema: z.ZodType<Payload>;
  /**
   * Runs when it is asked for, and again before it is confirmed, outside any transaction: may ask the service. Gives
   * the payload as it is to be kept, or why it cannot be, in words.
   */
  prepare: (change: { subject: string; payload: Payload; person: Person }) => Promise<Result<Payload, string>>;
  /** Why it is not confirmed with these choices, in words; undefined where it is. For kinds that ask whoever confirms to choose something. */
  addressChoiceBlockReason?: (payload: Payload, choices: Choices) => string | undefined;
  /**
   * Makes the change, in the transaction that confirms it. Gives what to write into the audit log; or, in words, why
   * what it was about is no longer so: then nothing changes and the proposal is void.
   */
  apply: (
    transaction: Transaction,
    change: { subject: string; payload: Payload; proposalId: string; confirmer: Person },
  ) => Promise<Result<{ before?: unknown; after?: unknown }, string>>;
}

/** A change whose payload was checked by its own schema; only its kind knows what the payload holds. */
export type AnyChange = TwoPersonChange<unknown>;

/** Gives the change of a kind. The table of all kinds is the composition root's (lib/server/proposal-registry). */
export type FindChange = (kind: ProposalKind) => AnyChange;
