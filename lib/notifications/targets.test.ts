import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeMessage } from '@/lib/notifications/chat-messages';
import type { ToldNotice } from '@/lib/notifications/compose';
import { ALL_NOTICE_KINDS, deskLabelOf, deskTitleOf, TARGET_KINDS } from '@/lib/notifications/kinds';
import {
  compareTargets,
  describeTargetChange,
  type NotificationTarget,
  TARGET_CHANNELS,
} from '@/lib/notifications/targets';

const TARGET: NotificationTarget = {
  id: 'a',
  channel: 'webhook',
  label: 'Desk',
  sealed: 'v1.one',
  host: 'hooks.example',
  ending: 'wxyz',
  kinds: ['approval-needed'],
  secrets: [1],
};
const TELLER = { url: 'https://console.example', deskName: 'Desk', isSandbox: false, detail: 'summary' } as const;

const linesOf = (before: NotificationTarget[], after: NotificationTarget[]) =>
  compareTargets(before, after).map((change) => describeTargetChange(change));

describe('a change of targets', () => {
  it('is described by what differs', () => {
    expect(linesOf([TARGET], [TARGET])).toEqual([]);
    expect(linesOf([TARGET], [])).toEqual([[]]);
    expect(linesOf([], [TARGET])).toEqual([
      ['Goes to Webhook at hooks.example, which ends with wxyz.', 'Gets: A withdrawal waits for approval.'],
    ]);
    const changed = {
      ...TARGET,
      label: 'Duty',
      sealed: 'v1.two',
      ending: '',
      kinds: ['alarm'] as const,
      secrets: [1, 2],
    };
    expect(linesOf([TARGET], [{ ...changed, kinds: [...changed.kinds] }])).toEqual([
      [
        'Was called “Desk”.',
        'Goes to Webhook at hooks.example from now on.',
        'Gets as well: An alarm: a transfer that no request explains, or that the service no longer knows.',
        'Gets no more: A withdrawal waits for approval.',
        'Is signed with two secrets, number 1 and number 2, until the earlier one is removed.',
      ],
    ]);
  });

  it('is none where kinds only stand in another order', () => {
    const kinds = [...TARGET_KINDS];
    expect(compareTargets([{ ...TARGET, kinds }], [{ ...TARGET, kinds: kinds.toReversed() }])).toEqual([]);
  });
});

describe('a message', () => {
  it('for a channel calls nobody you', () => {
    for (const kind of TARGET_KINDS)
      expect(`${deskLabelOf(kind)} ${deskTitleOf(kind, 'about 1 ETH')}`).not.toMatch(/\byour?\b/i);
  });

  it.each(TARGET_CHANNELS)('of %s is JSON with links to the console alone, whatever the notice holds', (channel) => {
    const notice = fc.record({
      id: fc.uuid(),
      kind: fc.constantFrom(...ALL_NOTICE_KINDS),
      path: fc.webPath().map((path) => `/${path.replace(/^\/+/, '')}`),
      asset: fc.option(fc.string()),
      amount: fc.option(fc.oneof(fc.string(), fc.constant('1234.5678'))),
      at: fc.date({ noInvalidDate: true }),
    });
    fc.assert(
      fc.property(fc.array(notice, { minLength: 1, maxLength: 40 }), (notices) => {
        const body = composeMessage(channel, notices as [ToldNotice, ...ToldNotice[]], TELLER);
        const read: unknown = JSON.parse(body);
        expect(typeof read).toBe('object');
        const links = body.match(/https?:\/\/[a-z.]+/g) ?? [];
        expect(links.every((link) => ['https://console.example', 'http://adaptivecards.io'].includes(link))).toBe(true);
        expect(body).not.toContain('1234.5678');
      }),
    );
  });
});
