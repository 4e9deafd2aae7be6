import { describe, expect, it } from 'vitest';
import type { Watch } from '@/lib/cases/contract';
import { describeNewOutcomes, describeWatch, watchedReference } from '@/lib/cases/describe-watch';
import type { RequestSummary } from '@/lib/requests/request-summary';

const watchOf = (change: Partial<Watch> = {}): Watch => ({
  id: 1,
  transferId: 't-1',
  requestId: null,
  transfer: { id: 't-1', ref_id: 'INV-1', status: 'PENDING', flaws: [] },
  request: null,
  ageMs: 60_000,
  typical: null,
  isGone: false,
  doneForMs: null,
  ...change,
});
const done = (status: string, change: Partial<Watch> = {}) =>
  watchOf({ transfer: { id: 't-1', ref_id: 'INV-1', status, flaws: [] }, doneForMs: 240_000, ...change });
const request = {
  id: 'r-1',
  refId: 'INV-2',
  state: 'REJECTED',
  send: null,
  approvals: { given: 0, required: 2, void: [] },
} as unknown as RequestSummary;

describe('a watch', () => {
  it.each<[string, Watch]>([
    ['Pending at the service', watchOf()],
    ['Completed 4 min ago', done('COMPLETED')],
    ['Completed 12 s ago', done('COMPLETED', { doneForMs: 12_000 })],
    ['Failed 4 min ago', done('FAILED')],
    ['Completed 4 min ago', done('COMPLETED', { isGone: true })],
    ['No longer known to the service, noticed 4 min ago', watchOf({ isGone: true, doneForMs: 240_000 })],
    [
      'Rejected 4 min ago',
      watchOf({ transfer: null, transferId: null, requestId: 'r-1', request, doneForMs: 240_000 }),
    ],
    ['Not synced yet', watchOf({ transfer: null })],
  ])('says “%s”', (label, watch) => {
    expect(describeWatch(watch).label).toBe(label);
  });

  it('gives the reasons of a failure', () => {
    const failed = done('FAILED');
    expect(
      describeWatch({ ...failed, transfer: { ...failed.transfer!, status_details: { missing_trustline: {} } } })
        .reasons,
    ).toEqual(['The destination has no trustline for this asset.']);
  });

  it('is known by its reference, or else by an id', () => {
    expect(watchedReference(watchOf())).toBe('INV-1');
    expect(watchedReference(watchOf({ transfer: { id: 't-1', flaws: [] } }))).toBe('t-1');
    expect(watchedReference(watchOf({ transfer: null, transferId: null, requestId: 'r-1', request }))).toBe('INV-2');
  });
});

describe('new outcomes', () => {
  it('are those that were pending before, and only those', () => {
    const before = [watchOf(), watchOf({ id: 2 }), done('FAILED', { id: 3 })];
    const after = [done('COMPLETED'), watchOf({ id: 2 }), done('FAILED', { id: 3 }), done('COMPLETED', { id: 4 })];
    expect(describeNewOutcomes(before, after)).toBe('INV-1: Completed.');
    expect(describeNewOutcomes(after, after)).toBe('');
    expect(describeNewOutcomes([], after)).toBe('');
  });
});
