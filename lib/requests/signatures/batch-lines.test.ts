import { expect, it } from 'vitest';
import type { BatchDecision } from '@/lib/requests/bundles/batches';
import { listBatchLines } from '@/lib/requests/signatures/batch-lines';

type Batch = Parameters<typeof listBatchLines>[0];

const item = (given: number, isWaiting = true, missingGroups: { group: string; count: number }[] = []) =>
  ({
    look: isWaiting ? {} : null,
    approvals: { given, required: 2, void: [], missingGroups },
  }) as unknown as Batch['items'][number];
const decision = (change: Partial<BatchDecision> = {}): BatchDecision => ({
  personName: 'approver-two',
  forPersonName: null,
  verdict: 'APPROVED',
  count: 3,
  decidedAt: '2026-11-29T11:20:00Z',
  seed: 'two',
  isSigned: true,
  haste: null,
  ...change,
});
const linesOf = (items: Batch['items'], decisions: BatchDecision[] = [], change: Partial<Batch> = {}) =>
  listBatchLines({
    requesterName: 'finance',
    createdAt: '2026-11-29T11:04:00Z',
    signatures: { request: { seed: 'finance', isSigned: false }, decisions },
    items,
    isMine: false,
    denialReason: { approve: null, reject: null, cancel: null },
    ...change,
  }).map(({ state, label }) => `${state}: ${label}`);

it('has the requester, the line of the reader, and one for each approval that is missing', () => {
  expect(linesOf([item(0), item(0), item(0)])).toEqual([
    'signed: Requested by finance',
    'own: You, the first of 2',
    'open: One more approver',
  ]);
  expect(linesOf([item(1), item(1), item(1)], [decision()])).toEqual([
    'signed: Requested by finance',
    'signed: approver-two',
    'own: You, the last of 2',
  ]);
});

const hasteOf = (isWaiting: boolean) =>
  listBatchLines({
    requesterName: 'finance',
    createdAt: '2026-11-29T11:04:00Z',
    signatures: {
      request: { seed: 'finance', isSigned: false },
      decisions: [decision({ haste: 'many-in-a-minute' })],
    },
    items: [item(1, isWaiting)],
    isMine: false,
    denialReason: { approve: null, reject: null, cancel: null },
  }).flatMap((line) => ('haste' in line ? line.haste : []));

it('says to those who decide next that a decision on rows was hasty', () => {
  expect(hasteOf(true)).toEqual(['One of more than 10 decisions within a minute.']);
  expect(hasteOf(false)).toEqual([]);
});

it('says on how many rows a person decided, and keeps a line open while one row lacks an approval', () => {
  const decisions = [decision({ count: 2 }), decision({ verdict: 'REJECTED', count: 1, personName: 'approver-one' })];
  expect(linesOf([item(1), item(0), item(2, false)], decisions)).toEqual([
    'signed: Requested by finance',
    'signed: approver-two, 2 of 3',
    'rejected: Rejected by approver-one, 1 of 3',
    'own: You, the first of 2',
    'open: One more approver',
  ]);
});

it('names the groups that are missing to a reader who cannot approve, and no line once all rows are decided', () => {
  const waiting = item(1, true, [{ group: 'Treasury leads', count: 1 }]);
  expect(linesOf([waiting, waiting], [], { isMine: true }).slice(1)).toEqual(['open: Treasury leads']);
  expect(linesOf([item(2, false)], [decision({ count: 1, forPersonName: 'head' })]).slice(1)).toEqual([
    'signed: approver-two for head',
  ]);
});
