import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listSignatureLines } from '@/lib/requests/signatures/lines';
import { drawStroke, STROKE_BOX } from '@/lib/requests/signatures/stroke';

type Request = Parameters<typeof listSignatureLines>[0];

const vote = (personName: string, change: Partial<Request['decisions'][number]> = {}) => ({
  personName,
  forPersonName: null,
  version: 2,
  verdict: 'APPROVED' as const,
  comment: '',
  decidedAt: '2026-11-29T11:20:00Z',
  withdrawal: null,
  isSigned: true,
  haste: null,
  seed: personName,
  voidReason: null,
  ...change,
});
const request = (change: Partial<Request> = {}): Request => ({
  requesterName: 'finance',
  versionAt: '2026-11-29T11:04:00Z',
  requestSeed: 'finance',
  isRequestSigned: false,
  decisions: [vote('approver-two')],
  version: 2,
  state: 'AWAITING_APPROVAL',
  approvals: { given: 1, required: 2, void: [] },
  needs: [],
  isMine: false,
  denialReason: { approve: null } as Request['denialReason'],
  canFillNeed: true,
  ...change,
});
const linesOf = (change?: Partial<Request>) =>
  listSignatureLines(request(change)).map(({ state, label }) => `${state}: ${label}`);

it('lists the requester, the approvals that count, and the line of the reader', () => {
  expect(linesOf()).toEqual([
    'signed: Requested by finance, version 2',
    'signed: approver-two',
    'own: You, the last of 2',
  ]);
  expect(linesOf({ decisions: [], approvals: { given: 0, required: 2, void: [] } }).slice(1)).toEqual([
    'own: You, the first of 2',
    'open: One more approver',
  ]);
});

it('leaves out approvals that do not count, and names the groups that are missing', () => {
  const decisions = [
    vote('earlier', { version: 1 }),
    vote('withdrawn', { withdrawal: { at: '2026-11-29T11:30:00Z', reason: '' } }),
    vote('old', { voidReason: 'it is too old' }),
  ];
  const needs = [{ group: 'Treasury leads', count: 1, filledBy: [], canFill: [] }];
  const change = { decisions, needs, approvals: { given: 0, required: 1, void: [] }, isMine: true };
  expect(linesOf(change)).toEqual(['signed: Requested by finance, version 2', 'open: Treasury leads']);
});

it('says to those who decide next that a decision was hasty, and no longer once all have', () => {
  const decisions = [vote('approver-two', { haste: 'shown-briefly' })];
  const shown = (change: Partial<Request>) =>
    listSignatureLines(request({ decisions, ...change })).flatMap((line) => ('haste' in line ? line.haste : []));
  expect(shown({})).toEqual(['Decided within 3 seconds of being shown.']);
  expect(shown({ state: 'APPROVED' })).toEqual([]);
});

it('has no open line once a request is decided', () => {
  const decisions = [vote('approver-two', { verdict: 'REJECTED' })];
  expect(linesOf({ state: 'REJECTED', decisions })).toEqual([
    'signed: Requested by finance, version 2',
    'rejected: Rejected by approver-two',
  ]);
});

it('draws the same stroke from the same seed, within its box', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (seed) => {
      const path = drawStroke(seed);
      expect(drawStroke(seed)).toBe(path);
      const numbers = [...path.matchAll(/-?\d+(?:\.\d+)?/g)].map(([number]) => Number(number));
      expect(numbers.length % 2).toBe(0);
      expect(numbers.filter((_, index) => index % 2 === 0).every((x) => x >= 0 && x <= STROKE_BOX.width)).toBe(true);
      expect(numbers.filter((_, index) => index % 2 === 1).every((y) => y >= 0 && y <= STROKE_BOX.height)).toBe(true);
    }),
  );
  expect(drawStroke('MEUCIQ1')).not.toBe(drawStroke('MEUCIQ2'));
});
