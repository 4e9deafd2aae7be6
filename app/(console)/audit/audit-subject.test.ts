import { expect, it } from 'vitest';
import { describeSubject } from '@/app/(console)/audit/audit-subject';
import type { AuditAction } from '@/lib/audit/audit-log';

const ID = 'b2adebbb-c093-42b8-8f68-9c2c9a6b585e';

it.each<[AuditAction, string, unknown, string | null, unknown]>([
  ['send.tracked', `request:${ID}`, {}, 'larkspur-318', { text: 'larkspur-318', href: `/withdrawals/${ID}` }],
  ['confirmation.exported', `transfer:${ID}`, {}, null, { text: 'b2ad … 585e', href: `/transfers/${ID}` }],
  ['statement.exported', 'transfers', { month: '2026-11', asset: 'ETH' }, null, { text: '2026-11 ETH' }],
  ['statement.exported', 'transfers', { month: 11 }, null, { text: '' }],
  [
    'recipient.changed',
    `recipient:${ID}`,
    { entries: [{ name: 'Alder Foundry' }, { name: 'Harbour Custody' }, { name: 'Ostrava Energy' }] },
    null,
    { text: 'Alder Foundry and 2 more', href: `/recipients/${ID}` },
  ],
  [
    'proposal.made',
    `recipient:${ID}`,
    { kind: 'recipient', payload: { changes: [{ before: { name: 'Alder Foundry' } }] } },
    null,
    { text: 'Alder Foundry', href: `/recipients/${ID}` },
  ],
  ['proposal.confirmed', 'profiles', { kind: 'profile-names', comment: '' }, null, { text: 'Profile names' }],
  ['profiles.named', 'profiles', { version: 1, value: [] }, null, { text: 'Profile names' }],
  ['template.saved', `template:${ID}`, { title: 'Office rent' }, null, { text: 'Office rent' }],
  ['recipient.changed', `recipient:${ID}`, null, null, { text: 'Address book', href: `/recipients/${ID}` }],
  ['session.opened', `person:${ID}`, undefined, null, { text: '' }],
])('the subject of %s about %s', (action, subject, after, refId, described) => {
  expect(describeSubject({ entry: { action, subject, actor: null, origin: null, after }, refId })).toEqual(described);
});
