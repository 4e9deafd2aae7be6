import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AnalysisTask, analyzePolicy, NOT_ANALYSED } from '@/lib/policy/analysis/analysis';
import type { PolicyRule } from '@/lib/policy/rules';
import { readApprovalSetup } from '@/lib/server/approver-groups/setup';
import { analysisThread } from '@/lib/server/analysis/analyze';
import { readCommonInputs } from '@/lib/server/policy/known-inputs';
import { currentPolicy, readPolicy, readPolicyWarnings } from '@/lib/server/policy/read';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { withdrawProposal } from '@/lib/server/proposals/decide';
import { readRights } from '@/lib/server/rights/read';
import { caller } from '@/scripts/testing/people/caller';
import { startSourceThread } from '@/scripts/testing/source-thread';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';

// What one administrator can make every reader of a page wait for: rules with lists so long that looking for
// contradictions takes seconds to minutes (docs/decisions/0068-an-analysis-is-made-at-the-proposal.md).

setUpTestConsole({ CONSOLE_WORKERS: 'off' });
let one: Awaited<ReturnType<typeof signInAs>>;
let two: Awaited<ReturnType<typeof signInAs>>;
const as = ({ sessionId }: typeof one) => {
  caller.sessionId = sessionId;
};
const fromSource = (task: AnalysisTask) => startSourceThread('lib/policy/analysis/analysis-thread.ts', task);
const builtStart = analysisThread().start;

beforeAll(async () => {
  one = await signInAs('one', ['admin']);
  two = await signInAs('two', ['admin']);
});
beforeEach(() => {
  as(one);
  Object.assign(analysisThread(), { start: fromSource, budgetMs: 30_000 });
});
afterEach(() => {
  Object.assign(analysisThread(), { start: builtStart, budgetMs: 5_000 });
});

/** Rules that list many values each, of which some are shared. */
const heavyRules = (rules: number, values: number): PolicyRule[] =>
  Array.from({ length: rules }, (_rule, rule) => ({
    name: `Rule ${rule}`,
    when: {
      assets: Array.from({ length: values }, (_value, value) => `ASSET-${rule + value}`),
      profiles: Array.from({ length: values }, (_value, value) => `profile-${rule * 3 + value}`),
      networks: Array.from({ length: values }, (_value, value) => `NETWORK-${rule * 2 + value}`),
      atLeast: Object.fromEntries(Array.from({ length: values }, (_value, value) => [`A${rule}${value}`, '1'])),
    },
    then: { kind: 'approve', count: (rule % 3) + 1 },
  }));
const SMALL: PolicyRule[] = [
  { name: 'All', when: {}, then: { kind: 'approve', count: 1 } },
  { name: 'Late', when: { assets: ['BTC'] }, then: { kind: 'approve', count: 3 } },
];

async function proposeRules(rules: PolicyRule[]): Promise<string> {
  const { version } = await currentPolicy();
  const payload = { basedOn: version, value: rules };
  return surely(await propose({ kind: 'policy', subject: 'policy', payload, comment: 'x' })).proposalId;
}

/** The longest block of the event loop while something is done, in milliseconds. */
async function blockOf(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}

describe('an analysis of proposed rules', () => {
  it('is stored as sentences, shown while the proposal waits and once it is in force', async () => {
    const proposalId = await proposeRules(SMALL);
    const expected = analyzePolicy(SMALL, await readCommonInputs(), {
      setup: { ...(await readApprovalSetup(one.person))!, profiles: [] },
    });
    expect(expected.unreachable[1]).toContain('Never applies: rule 1 already covers every withdrawal.');
    const [open] = surely(await readPolicy()).proposals;
    expect(open?.analysis).toEqual(expected);
    as(two);
    surely(await confirmProposal({ proposalId, comment: '' }));
    const { current, warnings } = surely(await readPolicy());
    expect([current.analysis, warnings]).toEqual([expected, expected.warnings]);
    expect(surely(await readPolicyWarnings())).toEqual(expected.warnings);
  });

  it('that takes longer than its budget is given up, and says so, wherever it is shown', async () => {
    Object.assign(analysisThread(), { start: () => new Worker('for (;;);', { eval: true }), budgetMs: 100 });
    const proposalId = await proposeRules(heavyRules(50, 50));
    const { proposals } = surely(await readPolicy());
    expect(proposals[0]).toMatchObject({ state: 'OPEN', analysis: null });
    as(two);
    surely(await confirmProposal({ proposalId, comment: '' }));
    expect(surely(await readPolicy())).toMatchObject({ warnings: [NOT_ANALYSED], current: { analysis: null } });
    expect(surely(await readPolicyWarnings())).toEqual([NOT_ANALYSED]);
    analysisThread().start = fromSource;
    as(one);
    surely(await confirmNext(SMALL));
  });

  it('blocks nobody, neither the proposer nor readers', { timeout: 120_000 }, async () => {
    analysisThread().start = () => new Worker('for (;;);', { eval: true });
    analysisThread().budgetMs = 1_000;
    const rules = heavyRules(50, 50);
    const inputs = await readCommonInputs();
    const begun = performance.now();
    analyzePolicy(rules, inputs);
    const analysis = performance.now() - begun;
    let proposalId = '';
    const proposal = await blockOf(async () => {
      proposalId = await proposeRules(rules);
      for (let count = 0; count < 5; count += 1) surely(await readPolicy());
    });
    surely(await withdrawProposal({ proposalId, comment: '' }));
    expect(proposal).toBeLessThan(analysis / 2);
  });

  it('that cannot run is none', async () => {
    analysisThread().start = () => new Worker('throw new Error("no")', { eval: true });
    const proposalId = await proposeRules(SMALL.toReversed());
    expect(surely(await readPolicy()).proposals[0]).toMatchObject({ id: proposalId, analysis: null });
    surely(await withdrawProposal({ proposalId, comment: '' }));
  });

  it('says who could approve under rights, from the thread as well', async () => {
    const { person } = await signInAs('approver', ['approver']);
    as(one);
    const rights = [{ may: 'approve', who: person.id, profiles: [] }];
    const change = {
      kind: 'profile-rights',
      subject: 'profile-rights',
      payload: { basedOn: 0, value: rights },
      comment: 'x',
    };
    const { proposalId } = surely(await propose(change));
    const [open] = surely(await readRights()).proposals;
    expect(open?.analysis).toEqual({ shortages: [expect.stringContaining('Nobody can approve withdrawals')] });
    surely(await withdrawProposal({ proposalId, comment: '' }));
  });
});

async function confirmNext(rules: PolicyRule[]) {
  const proposalId = await proposeRules(rules);
  as(two);
  return confirmProposal({ proposalId, comment: '' });
}
