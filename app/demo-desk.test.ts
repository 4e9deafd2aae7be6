import { beforeAll, expect, it } from 'vitest';
import { proposeAction, confirmProposalAction } from '@/app/(console)/_proposals/proposal-actions';
import {
  cancelAction,
  decideAction,
  decideOnBundleAction,
  discussAction,
} from '@/app/(console)/withdrawals/[id]/actions';
import { saveTemplateAction } from '@/app/(console)/withdrawals/_templates/actions';
import { createRequestAction, createTestPaymentAction } from '@/app/(console)/withdrawals/new/actions';
import { orderStepAction, proposeOrderAction } from '@/app/(console)/withdrawals/planned/actions';
import { GET as readQueue } from '@/app/api/approvals/route';
import { GET as readRequest } from '@/app/api/withdrawals/[id]/route';
import { POST as upload } from '@/app/api/withdrawals/attachments/route';
import { POST as createBatch } from '@/app/api/withdrawals/batches/route';
import type { Role } from '@/lib/identity/roles';
import type { ApprovalQueue } from '@/lib/requests/queue';
import { listRequestFindings, nameFindings } from '@/lib/risk/request-findings';
import { pool } from '@/lib/server/database/client';
import { readChecksOf } from '@/lib/server/requests/checks/read-checks';
import { readRequest as findRequest } from '@/lib/server/requests/lists/read';
import { trackSends } from '@/lib/server/sends/track';
import { sendNext } from '@/lib/server/sends/worker';
import { findPerson, PEOPLE } from '@/sandbox/staff/people';
import { SUPPLIERS } from '@/scripts/stack/demo/book';
import type { DeskPerson } from '@/scripts/stack/demo/desk-person';
import { makeDesk } from '@/scripts/stack/demo/make-desk';
import { SIGN_IN_NOTES } from '@/scripts/stack/demo/sign-in-notes';
import { type Desk, signInAll } from '@/scripts/stack/demo/steps';
import { caller } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { surely } from '@/scripts/testing/results';
import { signInAs } from '@/scripts/testing/test-process';

const at = setUpTestConsole();

const ACTIONS: Record<string, (input: unknown) => Promise<unknown>> = {
  proposeAction,
  confirmProposalAction,
  cancelAction,
  decideAction,
  decideOnBundleAction,
  discussAction,
  saveTemplateAction,
  createRequestAction,
  createTestPaymentAction,
  orderStepAction,
  proposeOrderAction,
};

const ROUTES: Record<string, (request: Request) => Promise<Response>> = {
  '/api/approvals': readQueue,
  '/api/withdrawals/attachments': upload,
  '/api/withdrawals/batches': createBatch,
};

/** Signs a person of the sandbox in, who calls the actions and routes of the console in this process. */
async function signIn(name: string): Promise<DeskPerson> {
  const { sessionId } = await signInAs(name, [...(findPerson(name)?.roles ?? [])] as Role[]);
  return {
    act: ({ action, input }) => {
      caller.sessionId = sessionId;
      return ACTIONS[action]?.(input) ?? Promise.reject(new Error(`this test has no ${action}`));
    },
    ask: async (path, posted) => {
      caller.sessionId = sessionId;
      const request = new Request(`http://127.0.0.1${path}`, posted && { method: 'POST', ...toBytes(posted) });
      const id = path.slice(path.lastIndexOf('/') + 1);
      const answer = ROUTES[path]?.(request) ?? readRequest(request, { params: Promise.resolve({ id }) });
      return (await answer).json();
    },
  };
}

const toBytes = ({ body, ...more }: NonNullable<Parameters<DeskPerson['ask']>[1]>) => ({
  ...more,
  body: new Uint8Array(Buffer.from(body)),
});

/** What the workers of a console do, without their waits. */
async function work(): Promise<void> {
  await sendNext();
  await pool().query(`update sends set track_at = now() where track_at is not null`);
  await trackSends();
}

let people: Desk['people'];

beforeAll(async () => {
  people = await signInAll(signIn);
  await makeDesk({ people, sandboxUrl: at.sandbox.url, pause: work });
});

it('makes requests in the states that people meet', async () => {
  const { rows } = await pool().query<{ ref: string; state: string; sent: string | null; approvals: number }>(`
    select ref_id as ref, requests.state, coalesce(sends.transfer_status, sends.state) as sent,
      (select count(*)::int from decisions where request_id = requests.id and verdict = 'APPROVED') as approvals
    from withdrawal_requests requests left join sends on sends.request_id = requests.id`);
  const suppliers = SUPPLIERS.map((_, index) => `suppliers-${String(index + 1).padStart(2, '0')}`);
  expect(Object.fromEntries(rows.map(({ ref, state, sent, approvals }) => [ref, [state, sent, approvals]]))).toEqual({
    'northwind-48': ['SENT', 'COMPLETED', 2],
    'harbour-reserve': ['SENT', 'COMPLETED', 2],
    'meridian-first-test': ['SENT', 'COMPLETED', 2],
    'meridian-first': ['APPROVED', null, 2],
    'ostrava-power-q4': ['APPROVED', 'REFUSED', 2],
    'tidewater-payroll-11': ['SENT', 'PENDING', 2],
    'quarry-deposit': ['CANCELLED', null, 0],
    'larkspur-freight-318': ['APPROVED', 'UNKNOWN', 2],
    'alder-4711': ['AWAITING_APPROVAL', null, 1],
    'alder-4698': ['REJECTED', null, 0],
    'quarry-rent': ['AWAITING_APPROVAL', null, 0],
    'northwind-49': ['AWAITING_APPROVAL', null, 0],
    'northwind-50': ['AWAITING_APPROVAL', null, 0],
    'harbour-reserve-2': ['AWAITING_APPROVAL', null, 0],
    ...Object.fromEntries(suppliers.map((ref) => [ref, ['AWAITING_APPROVAL', null, 0]])),
  });
});

it('names profiles and recipients, plans a payment, and leaves a file and a question', async () => {
  const { rows } = await pool().query(`
    select (select count(*)::int from recipients where state = 'ACTIVE') as recipients,
      (select json_array_length(value) from setting_versions where kind = 'profile-names') as profiles,
      (select array_agg(state) from proposals) as changes,
      (select array_agg(state) from standing_orders) as planned,
      (select array_agg(title) from templates) as templates,
      (select array_agg(kind) from request_comments) as said,
      (select array_agg(ref_id) from request_attachments join withdrawal_requests on id = request_id) as files`);
  expect(rows).toEqual([
    {
      recipients: 8,
      profiles: 4,
      changes: ['CONFIRMED', 'CONFIRMED'],
      planned: ['ACTIVE'],
      templates: ['Office rent'],
      said: ['QUESTION'],
      files: ['alder-4711'],
    },
  ]);
});

const readQueueOf = async (name: keyof typeof people) => (await people[name].ask('/api/approvals')) as ApprovalQueue;
const WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'];
const countOf = ({ needsMe, batches }: ApprovalQueue) => WORDS[needsMe.length + batches.needsMe.length];

it('lets the sign-in page say what waits', async () => {
  const [one, two] = [await readQueueOf('approver-one'), await readQueueOf('approver-two')];
  const labels = Object.fromEntries(
    one.needsMe.map(({ refId, findings }) => [refId, findings.map(({ name }) => name)]),
  );
  expect(labels).toEqual({
    'quarry-rent': expect.any(Array),
    'northwind-49': expect.arrayContaining([expect.stringMatching(/decimal point|times the/)]),
    'harbour-reserve-2': expect.arrayContaining(['possible duplicate']),
    'northwind-50': expect.arrayContaining(['resembles Northwind Settlement']),
  });
  expect(SIGN_IN_NOTES['approver-one']).toContain(`${countOf(one)} requests wait.`);
  expect(SIGN_IN_NOTES['approver-two']).toContain(`${countOf(two)} requests wait.`);
  expect(Object.keys(SIGN_IN_NOTES).toSorted()).toEqual(PEOPLE.map(({ subject }) => subject).toSorted());
});

it('says of each request in the queue what its page says, in the same order', async () => {
  const { needsMe } = await readQueueOf('approver-one');
  for (const { id, findings } of needsMe) {
    const { conversation, rejection, rule } = surely(await findRequest(id));
    const checks = surely(await readChecksOf(id));
    const questions = conversation.openQuestionIds.map(String);
    expect(findings).toEqual(nameFindings(listRequestFindings({ questions, rejection, checks, limits: rule.limits })));
  }
  expect(needsMe.flatMap(({ findings }) => findings.map(({ id }) => id))).toContain('limit');
});
