import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { count, eq, inArray } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { processEnvironment } from '@/scripts/testing/process-environment';
import { bundleProgram } from '@/scripts/stack/bundle-program';
import { runs } from '@/scripts/testing/property-runs';
import { as } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { filledForm } from '@/scripts/stack/filled-form';
import { database } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { decisions } from '@/lib/server/database/schema/decisions';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import type { Person } from '@/lib/server/auth/sessions';
import { createRequest } from '@/lib/server/requests/creation/create';
import type { Handout } from '@/scripts/testing/database/concurrent-approvals.mts';
import { surely } from '@/scripts/testing/results';

// Four in `npm test`, of two hundred people.
const PROCESSES = Math.min(4, runs(0.02));
const PEOPLE = Math.min(200, runs(0.2));
// Fifty in `npm run soak -- sequences`.
const REQUESTS = Number(process.env.REQUESTS ?? 2);

setUpTestConsole({ CONSOLE_WORKERS: 'off' });

/** Runs a process of approvers to its end. */
async function decideInProcess(
  program: readonly string[],
  handout: Handout,
): Promise<{ ok: number; notNow: number; all: number }> {
  const child = spawn(process.execPath, program, {
    env: processEnvironment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(handout));
  const output: Buffer[] = [];
  for await (const chunk of child.stdout) output.push(chunk as Buffer);
  const lines = Buffer.concat(output).toString('utf8').trim().split('\n');
  return JSON.parse(lines.at(-1) ?? '') as { ok: number; notNow: number; all: number };
}

it(
  `${PEOPLE} people on each of ${REQUESTS} requests from ${PROCESSES} processes: one send each, and nobody on their own`,
  { timeout: 180_000 },
  async () => {
    // Every person has the role to approve, the requester too; only their own requests are refused.
    const people: Person[] = [];
    for (let index = 0; index < PEOPLE; index += 1)
      people.push((await signInAs(`both-${index}`, ['finance', 'approver'])).person);
    const requester = await signInAs('both-0', ['finance', 'approver']);
    as(requester);
    const ids: string[] = [];
    for (let index = 0; index < REQUESTS; index += 1) {
      const made = surely(await createRequest({ formKey: randomUUID(), form: filledForm() }));
      ids.push(made.requestId);
    }
    const requests = await database()
      .select({
        requestId: requestVersions.requestId,
        version: requestVersions.version,
        bodySha256: requestVersions.bodySha256,
      })
      .from(requestVersions)
      .where(inArray(requestVersions.requestId, ids));

    const program = await bundleProgram('scripts/testing/database/concurrent-approvals.mts');
    const outcomes = await Promise.all(
      Array.from({ length: PROCESSES }, (_, process) =>
        decideInProcess(program, {
          people: people.filter((_person, index) => index % PROCESSES === process),
          requests,
        }),
      ),
    );

    expect(outcomes.reduce((sum, { all }) => sum + all, 0)).toBe(PEOPLE * REQUESTS);
    expect(outcomes.reduce((sum, { ok }) => sum + ok, 0)).toBe(2 * REQUESTS);
    expect(outcomes.reduce((sum, { notNow }) => sum + notNow, 0)).toBe((PEOPLE - 2) * REQUESTS);
    expect(await database().$count(sends)).toBe(REQUESTS);
    expect(await database().$count(withdrawalRequests, eq(withdrawalRequests.state, 'APPROVED'))).toBe(REQUESTS);
    expect(await database().$count(decisions, eq(decisions.personId, requester.person.id))).toBe(0);
    const votes = await database().select({ votes: count() }).from(decisions).groupBy(decisions.requestId);
    expect(votes).toEqual(Array.from({ length: REQUESTS }, () => ({ votes: 2 })));
    // Every decision is in the audit log, in one unbroken chain.
    const [log] = await database().select({ rows: count() }).from(auditLog);
    const [last] = await database()
      .select({ seq: auditLog.seq })
      .from(auditLog)
      .orderBy(auditLog.seq)
      .offset((log?.rows ?? 1) - 1);
    expect(last?.seq).toBe(log?.rows);
    expect(await database().$count(auditLog, eq(auditLog.action, 'request.refused'))).toBe((PEOPLE - 2) * REQUESTS);
  },
);
