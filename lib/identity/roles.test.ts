import { describe, expect, it } from 'vitest';
import { denialReason, ROLES } from '@/lib/identity/roles';

const READS = [
  'readWithdrawals',
  'readTransfers',
  'readPolicy',
  'readRecipients',
  'readStatus',
  'readPeople',
  'readAudit',
] as const;
const CHANGES = [
  'makeWithdrawal',
  'writeCaseNotes',
  'settleTransfers',
  'decideOnWithdrawals',
  'confirmTest',
  'resolveSends',
  'holdSends',
  'changePolicy',
  'changeRecipients',
  'confirmRecipients',
  'changeDirectory',
  'nameProfiles',
  'stopSending',
  'resumeSending',
  'judgeTransfers',
  'manageSessions',
  'suspendPeople',
] as const;

describe('an auditor', () => {
  it.each(READS)('may do this: %s', (capability) => {
    expect(denialReason(capability, ['auditor'])).toBeUndefined();
  });

  it.each(CHANGES)('is told who may do this: %s', (capability) => {
    expect(denialReason(capability, ['auditor'])).toMatch(/^Only [a-z, ]+ can .+\.$/);
  });

  it.each([...READS, ...CHANGES])('with another role may do what each of them may: %s', (capability) => {
    for (const role of ROLES) {
      const each = [denialReason(capability, ['auditor']), denialReason(capability, [role])];
      expect(denialReason(capability, ['auditor', role]) === undefined).toBe(each.includes(undefined));
    }
  });
});
