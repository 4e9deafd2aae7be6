import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupInbox, labelFindings, listInbox } from '@/lib/requests/inbox/inbox';
import type { ApprovalQueue } from '@/lib/requests/queue';
import { findNext } from '@/lib/requests/inbox/queue-steps';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 8, minute)).toISOString();
const request = (id: string, requesterName: string, minute: number, isGrave = false) => ({
  id,
  requesterName,
  createdAt: at(minute),
  findings: [{ id: 'found', name: 'found', isGrave }],
});

/** The parts of a queue that need the reader, with the members that its order rests on. */
const queueOf = (parts: Partial<Record<'needsMe' | 'batches' | 'changes' | 'planned' | 'unresolved', unknown[]>>) => {
  const { needsMe = [], batches = [], changes = [], planned = [], unresolved = [] } = parts;
  return {
    needsMe,
    batches: { needsMe: batches, others: [] },
    changes: { needsMe: changes, mine: [] },
    planned,
    unresolved,
  } as unknown as ApprovalQueue;
};

const idsOf = (queue: ApprovalQueue) =>
  groupInbox(listInbox(queue)).map(({ title, requesterName, entries }) => [
    title ?? `From ${requesterName}`,
    ...entries.map(({ id }) => id),
  ]);

it('groups requests and batches by requester, grave ones and then oldest first, and then what is no payment by its kind', () => {
  const queue = queueOf({
    needsMe: [
      request('late', 'finance', 3),
      request('grave', 'finance', 4, true),
      request('first', 'finance', 1),
      request('other', 'finance-two', 0),
    ],
    batches: [request('batch', 'finance', 2)],
    changes: [{ id: 'change', proposedAt: at(0) }],
    planned: [{ id: 'rent', proposedAt: at(0) }],
    unresolved: [request('unknown', 'finance', 0)],
  });
  expect(idsOf(queue)).toEqual([
    ['From finance', 'grave', 'first', 'batch', 'late'],
    ['From finance-two', 'other'],
    ['Changes', 'change'],
    ['Planned payments', 'rent'],
    ['Outcome unknown or on hold', 'unknown'],
  ]);
  expect(idsOf(queueOf({}))).toEqual([]);
});

it('decides each entry once, whatever is decided first, and never moves the others', () => {
  const people = fc.constantFrom('finance', 'finance-two', 'From', '');
  const requests = fc.uniqueArray(fc.record({ id: fc.uuid(), requesterName: people, minute: fc.nat(3) }), {
    selector: ({ id }) => id,
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(requests, fc.nat(), (drawn, start) => {
      let left = listInbox(
        queueOf({ needsMe: drawn.map(({ id, requesterName, minute }) => request(id, requesterName, minute)) }),
      );
      const count = left.length;
      let [chosen] = [left[start % count]];
      const decided: string[] = [];
      while (chosen !== undefined) {
        const { id } = chosen;
        decided.push(id);
        const before = left.filter((entry) => entry.id !== id);
        left = listInbox(queueOf({ needsMe: before.map(({ item }) => item) }));
        expect(left.map((entry) => entry.id)).toEqual(before.map((entry) => entry.id));
        chosen = findNext(left, chosen);
      }
      expect(new Set(decided).size).toBe(count);
      expect(decided).toHaveLength(count);
    }),
  );
});

it('labels the gravest two of what was found, approvals that do not count last', () => {
  const approvals = { given: 0, required: 2, void: ['approver-one is suspended.'] };
  const [grave, first] = [
    { id: 'similar-0', name: 'resembles Northwind', isGrave: true },
    { id: 'paid', name: 'never paid before', isGrave: false },
  ];
  const calm = { findings: [], approvals: { ...approvals, void: [] } };
  expect(labelFindings(calm)).toEqual({ labels: [], more: 0 });
  expect(labelFindings({ findings: [grave], approvals })).toEqual({
    labels: [grave, { name: '1 approval does not count', isGrave: false }],
    more: 0,
  });
  expect(labelFindings({ findings: [grave, first], approvals })).toEqual({ labels: [grave, first], more: 1 });
});
