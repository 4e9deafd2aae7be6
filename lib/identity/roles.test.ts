import { describe, expect, it } from 'vitest';
import { denialReason, listRights, ROLES } from '@/lib/identity/roles';

const READS = [
  'readWithdrawals',
  'readTransfers',
  'readPolicy',
  'readRecipients',
  'readStatus',
  'readPeople',
  'readAudit',
  'readNotificationTargets',
] as const;
const CHANGES = [
  'makeWithdrawal',
  'writeCaseNotes',
  'settleTransfers',
  'decideOnWithdrawals',
  'governStandingOrders',
  'confirmTest',
  'resolveSends',
  'discussWithdrawals',
  'holdSends',
  'changePolicy',
  'changeRecipients',
  'confirmRecipients',
  'changeRegistry',
  'nameProfiles',
  'changeNotificationTargets',
  'changeApproverGroups',
  'changeProfileRights',
  'stopSending',
  'resumeSending',
  'judgeTransfers',
  'manageSessions',
  'suspendPeople',
  'usePasskeys',
  'confirmPasskeys',
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

describe('the rights that the page of the account lists', () => {
  it('are for an auditor those that only read, and say who has each other', () => {
    const { can, others } = listRights(['auditor']);
    expect(can).toHaveLength(READS.length);
    expect(others.flatMap(({ can: rights }) => rights)).toHaveLength(CHANGES.length);
    expect(others.find(({ who }) => who === 'approvers and administrators')?.can).toContain(
      'approve or reject withdrawals',
    );
    expect(new Set(others.map(({ who }) => who)).size).toBe(others.length);
  });

  it('are for somebody with two roles those of both', () => {
    const { can, others } = listRights(['auditor', 'finance']);
    expect(can).toEqual(expect.arrayContaining(['read the audit log', 'request withdrawals']));
    const rights = others.flatMap((other) => other.can);
    expect(rights).not.toContain('request withdrawals');
    expect(can.length + rights.length).toBe(READS.length + CHANGES.length);
  });

  it('are none without a role', () => {
    const { can, others } = listRights([]);
    expect(can).toEqual([]);
    expect(others.flatMap((other) => other.can)).toHaveLength(READS.length + CHANGES.length);
  });
});
