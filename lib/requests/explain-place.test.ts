import { expect, it } from 'vitest';
import { explainOpenPlace } from '@/lib/requests/explain-place';

const rules = { role: 'approver', isProofRequired: false };
const signed = { ...rules, isProofRequired: true };
const leads = { group: 'Leads', count: 2, filledBy: ['Ada'], canFill: [] };
const free = { ...leads, group: null };

it('says nothing where enough people can still approve', () => {
  expect(explainOpenPlace({ ...leads, canFill: ['Ben'] }, rules)).toBeUndefined();
  expect(explainOpenPlace({ ...free, filledBy: ['Ada', 'Ben'] }, signed)).toBeUndefined();
});

it('names the group for a place of its members, and their passkeys where approvals are signed', () => {
  expect(explainOpenPlace(leads, rules)).toBe(
    'Nobody can give this approval now. Ask an administrator to add people to the group (page “Groups”), or cancel the request.',
  );
  expect(explainOpenPlace({ ...leads, count: 3, canFill: ['Ben'] }, signed)).toBe(
    'These are too few. Ask an administrator to add people to the group (page “Groups”) and two administrators to sign ' +
      'that the passkeys of these people are in the group, or cancel the request.',
  );
});

it('names the role for a place that is free for everybody', () => {
  expect(explainOpenPlace(free, rules)).toBe(
    'Nobody can give this approval now. Ask more people with the role approver to sign in once, or cancel the request.',
  );
  expect(explainOpenPlace(free, signed)).toContain('to add a passkey, which two administrators confirm');
});
