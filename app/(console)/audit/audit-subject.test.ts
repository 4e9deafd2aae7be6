import { expect, it } from 'vitest';
import { describeSubject } from '@/app/(console)/audit/audit-subject';
import type { AuditAction } from '@/lib/audit/audit-log';

const ID = 'b2adebbb-c093-42b8-8f68-9c2c9a6b585e';

it.each<[AuditAction, string, unknown, string | null, unknown]>([
  ['send.tracked', `request:${ID}`, {}, 'larkspur-318', { text: 'larkspur-318', href: `/withdrawals/${ID}` }],
  ['confirmation.exported', `transfer:${ID}`, {}, null, { text: 'b2ad … 585e', href: `/transfers/${ID}` }],
  ['statement.exported', 'transfers', { month: '2026-11', asset: 'ETH' }, null, { text: '2026-11 ETH' }],
  ['statement.exported', 'transfers', { month: 11 }, null, { text: '' }],
  ['session.opened', `person:${ID}`, undefined, null, { text: '' }],
])('the subject of %s about %s', (action, subject, after, refId, described) => {
  expect(describeSubject({ entry: { action, subject, actor: null, origin: null, after }, refId })).toEqual(described);
});
