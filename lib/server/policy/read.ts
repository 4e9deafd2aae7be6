import 'server-only';
import type { RuleNames } from '@/lib/policy/conditions/condition';
import { keyOfRuleRecipient } from '@/lib/policy/conditions/recipients';
import { personLabel } from '@/lib/server/database/person-label';
import { arrayContains, asc, desc, eq } from 'drizzle-orm';
import type { KnownInputs } from '@/lib/policy/analysis/describe-coverage';
import { warnAboutDailyMost } from '@/lib/policy/analysis/daily-most';
import { analyzePolicy, NOT_ANALYSED, type PolicyAnalysis } from '@/lib/policy/analysis/analysis';
import {
  listNamedGroups,
  listNamedRecipients,
  type PolicyRule,
  policyRulesSchema,
  storedPolicyRulesSchema,
} from '@/lib/policy/rules';
import { profileKey } from '@/lib/profiles/find-name';
import type { ProposalView } from '@/lib/proposals/proposals';
import type { SettingPayload } from '@/lib/proposals/settings';
import { ok, type Result } from '@/lib/result';
import { database, type Transaction } from '@/lib/server/database/client';
import { people } from '@/lib/server/database/schema/people';
import { policyVersions } from '@/lib/server/database/policy-versions';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { currentGroups, listGroupNames } from '@/lib/server/group-list/current';
import { markUnpriced, readCommonInputs, readKnownInputs } from '@/lib/server/policy/known-inputs';
import { withConfirmations } from '@/lib/server/settings/confirmations';
import { readSetting, type Setting } from '@/lib/server/settings/versions';
import { listProposals } from '@/lib/server/proposals/read';
import { readEntryNames } from '@/lib/server/recipients/names';
import { explainUnmetRecipient } from '@/lib/policy/named-recipients';
import { changeOf } from '@/lib/server/proposals/change-setting';
import { describePolicyDocument } from '@/lib/policy/document/document';

/** Policy that is or was in force. */
export interface Policy {
  version: number;
  rules: PolicyRule[];
}

/** Version of the policy as the page shows it. The default policy has no proposer, confirmer or comment. */
export interface PolicyVersion extends Policy {
  activeFrom: string;
  proposedBy: string | null;
  confirmedBy: string | null;
  comment: string | null;
  /** What was found when it was proposed; null where it was not analysed. */
  analysis: PolicyAnalysis | null;
}

/** Content of the policy page. */
export interface PolicyView {
  current: PolicyVersion;
  /**
   * What administrators should know about the policy in force or change in it (lib/policy/analysis/analysis).
   */
  warnings: string[];
  /** Earlier versions, newest first; limited to the latest 50 versions in all. */
  history: PolicyVersion[];
  /** Proposed changes, newest first; at most one is open. */
  proposals: ProposalView[];
  /** The names of what rules name, as far as the reader may see them. */
  names: RuleNames;
  /** People who can request a withdrawal, by name. */
  requesters: { id: string; name: string }[];
  /** Values that conditions can name, as far as the reader may see them. */
  known: KnownInputs;
  /** Names of the groups of approvers in force. */
  groups: string[];
}

const MAX_VERSIONS = 50;

/** The policy. The database has its first version: nothing may be decided without one. */
const POLICY: Setting<PolicyRule[]> = { kind: 'policy', schema: storedPolicyRulesSchema, initial: undefined };

/** Reads the policy in force. Throws where there is none. */
export async function currentPolicy(transaction?: Pick<Transaction, 'select'>): Promise<Policy> {
  const { version, value } = await readSetting(POLICY, transaction);
  return { version, rules: value };
}

/** Reads a policy by its version; undefined where the version does not exist. */
export async function policyAt(version: number, transaction?: Transaction): Promise<Policy | undefined> {
  const [row] = await (transaction ?? database())
    .select()
    .from(policyVersions)
    .where(eq(policyVersions.version, version));
  return row && { version, rules: storedPolicyRulesSchema.parse(row.rules) };
}

/** Reads the policy with its history and proposals, for a person who may read it. */
export async function readPolicy(): Promise<Result<PolicyView, Denial>> {
  const person = await authorize('readPolicy');
  if (!person.ok) return person;
  const [[current, ...history], proposed, everyone, requesters, known, groups] = await Promise.all([
    readVersions(),
    listProposals('policy', 'policy', person.value),
    database().select({ id: people.id, name: personLabel() }).from(people),
    database()
      .select({ id: people.id, name: personLabel() })
      .from(people)
      .where(arrayContains(people.roles, ['finance']))
      .orderBy(asc(people.name), asc(people.id)),
    readKnownInputs(person.value),
    listGroupNames(),
  ]);
  if (!current) throw new Error('the table policy_versions has no row');
  const open = proposed
    .filter(({ state }) => state === 'OPEN')
    .map(({ payload }) => payload as SettingPayload<PolicyRule[]>);
  const keys = [...[current, ...history].map(({ rules }) => rules), ...open.map(({ value }) => value)].flatMap(
    (rules) => listNamedRecipients(rules).map(keyOfRuleRecipient),
  );
  const names: RuleNames = {
    people: Object.fromEntries(everyone.map(({ id, name }) => [id, name])),
    profiles: Object.fromEntries(known.profiles.map(({ value, label }) => [profileKey(value), label])),
    recipients: await readEntryNames(person.value, keys),
  };
  return ok({
    current,
    warnings: warningsOf(current),
    history,
    proposals: proposed,
    names,
    requesters,
    known: { ...known, assets: await markUnpriced(known.assets) },
    groups,
  });
}

/** Reads what administrators should know about the policy in force, for a person who may change it. */
export async function readPolicyWarnings(): Promise<Result<string[], Denial>> {
  const person = await authorize('changePolicy');
  if (!person.ok) return person;
  const [current] = await readVersions(1);
  if (!current) throw new Error('the table policy_versions has no row');
  return ok(warningsOf(current));
}

/**
 * Reads warnings about a policy in force under which one approval moves any sum in a day, for the log at the start.
 * Empty where the policy cannot be read: nothing is requested or sent under that one.
 */
export async function readSumWarnings(): Promise<string[]> {
  const [current] = await database()
    .select({ rules: policyVersions.rules })
    .from(policyVersions)
    .orderBy(desc(policyVersions.version))
    .limit(1);
  const rules = storedPolicyRulesSchema.safeParse(current?.rules);
  return rules.success ? warnAboutDailyMost(rules.data) : [];
}
const warningsOf = ({ analysis }: PolicyVersion) => analysis?.warnings ?? [NOT_ANALYSED];

async function readVersions(limit = MAX_VERSIONS): Promise<PolicyVersion[]> {
  const rows = await database().select().from(policyVersions).orderBy(desc(policyVersions.version)).limit(limit);
  const known = await readCommonInputs();
  return (await withConfirmations(rows)).map(({ row, confirmation, analysis }) => {
    const rules = storedPolicyRulesSchema.parse(row.rules);
    return {
      version: row.version,
      rules,
      activeFrom: row.activeFrom.toISOString(),
      // Nobody wrote the rules that come with the console, and they are few.
      analysis: row.proposalId === null ? analyzePolicy(rules, known) : (analysis as PolicyAnalysis | null),
      ...confirmation,
    };
  });
}

/** Change by which two people replace the policy in force. */
export const policyChange = changeOf<PolicyRule[]>(POLICY, {
  // Stored rules may be of an earlier version of the console, which allowed more.
  input: policyRulesSchema,
  isSame: (before, after) => JSON.stringify(before) === JSON.stringify(after),
  same: 'These rules are already in force.',
  outdated: (basedOn, current) =>
    `This change is based on version ${basedOn} of the policy, but version ${current} is now in force.`,
  findFault: async (rules, selecting) => explainUnmetRecipient(rules) ?? (await findUnknownGroup(rules, selecting)),
});

/** Explains that rules ask for approvals of a group that does not exist; undefined where they do not. */
async function findUnknownGroup(
  rules: readonly PolicyRule[],
  selecting: Pick<Transaction, 'select'>,
): Promise<string | undefined> {
  const named = listNamedGroups(rules);
  if (named.length === 0) return undefined;
  const { groups } = await currentGroups(selecting);
  const unknown = named.find((name) => !groups.some((group) => group.name === name));
  return unknown === undefined ? undefined : `There is no group “${unknown}”. The page “Groups” lists those there are.`;
}

/** Reads the JSON schema of a policy as a file, for a person who may read the policy. */
export async function readPolicySchema(): Promise<Result<object, Denial>> {
  const person = await authorize('readPolicy', { limit: 'read' });
  return person.ok ? ok(describePolicyDocument()) : person;
}
