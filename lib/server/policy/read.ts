import 'server-only';
import { arrayContains, asc, desc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type PolicyRule, policyRulesSchema } from '@/lib/policy/policy';
import type { ProposalView } from '@/lib/proposals/proposals';
import { ok, type Result } from '@/lib/result';
import { database, type Transaction } from '@/lib/server/database/client';
import { people, policyVersions, proposals } from '@/lib/server/database/schema';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { listProposals } from '@/lib/server/proposals/read';

/** A policy that is or was in force. */
export interface Policy {
  version: number;
  rules: PolicyRule[];
}

/** A version of the policy as the page tells of it; without people for the one that the console came with. */
export interface PolicyVersion extends Policy {
  activeFrom: string;
  proposedBy: string | null;
  confirmedBy: string | null;
  comment: string | null;
}

/** Everything that the policy's page shows. */
export interface PolicyView {
  current: PolicyVersion;
  /** The versions before it, newest first, at most so many as are worth reading. */
  history: PolicyVersion[];
  /** Newest first; at most one is open. */
  proposals: ProposalView[];
  /** Names of the people that a rule can be about, by id. */
  names: Record<string, string>;
  /** Who can ask for a withdrawal, by id. */
  requesters: { id: string; name: string }[];
  person: Person;
}

const MOST_VERSIONS = 50;

/** The policy in force. Throws where it cannot be read, since without a policy nothing may be decided. */
export async function currentPolicy(transaction?: Pick<Transaction, 'select'>): Promise<Policy> {
  const [row] = await (transaction ?? database())
    .select()
    .from(policyVersions)
    .orderBy(desc(policyVersions.version))
    .limit(1);
  if (!row) throw new Error('there is no policy');
  return { version: row.version, rules: policyRulesSchema.parse(row.rules) };
}

/** A policy by its number, or undefined where there never was one. */
export async function policyAt(version: number, transaction?: Transaction): Promise<Policy | undefined> {
  const [row] = await (transaction ?? database())
    .select()
    .from(policyVersions)
    .where(eq(policyVersions.version, version));
  return row && { version, rules: policyRulesSchema.parse(row.rules) };
}

/** The policy with its history and what is proposed, for whoever may read it. */
export async function readPolicy(): Promise<Result<PolicyView, Denial>> {
  const person = await authorize('readPolicy');
  if (!person.ok) return person;
  const [[current, ...history], asked, everyone, requesters] = await Promise.all([
    readVersions(),
    listProposals('policy', 'policy', person.value),
    database().select({ id: people.id, name: people.name }).from(people),
    database()
      .select({ id: people.id, name: people.name })
      .from(people)
      .where(arrayContains(people.roles, ['finance']))
      .orderBy(asc(people.name), asc(people.id)),
  ]);
  if (!current) throw new Error('there is no policy');
  const names = Object.fromEntries(everyone.map(({ id, name }) => [id, name]));
  return ok({ current, history, proposals: asked, names, requesters, person: person.value });
}

async function readVersions(): Promise<PolicyVersion[]> {
  const confirmer = alias(people, 'confirmer');
  const rows = await database()
    .select({ row: policyVersions, proposedBy: people.name, confirmedBy: confirmer.name, comment: proposals.comment })
    .from(policyVersions)
    .leftJoin(proposals, eq(proposals.id, policyVersions.proposalId))
    .leftJoin(people, eq(people.id, proposals.proposedBy))
    .leftJoin(confirmer, eq(confirmer.id, proposals.decidedBy))
    .orderBy(desc(policyVersions.version))
    .limit(MOST_VERSIONS);
  return rows.map(({ row, ...brought }) => ({
    version: row.version,
    rules: policyRulesSchema.parse(row.rules),
    activeFrom: row.activeFrom.toISOString(),
    ...brought,
  }));
}
