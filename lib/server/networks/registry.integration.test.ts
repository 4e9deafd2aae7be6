import { describe, expect, it } from 'vitest';
import { caller } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { failure } from '@/scripts/testing/results';
import { DEFAULT_REGISTRY, type Registry } from '@/lib/networks/assets';
import type { Role } from '@/lib/identity/roles';
import { readAssets, readRegistry } from '@/lib/server/networks/registry';
import { database } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { eq } from 'drizzle-orm';

setUpTestConsole();
const as = async (subject: string, role: Role) => {
  ({ sessionId: caller.sessionId } = await signInAs(subject, [role]));
};

const withAvalanche: Registry = {
  assets: [...DEFAULT_REGISTRY.assets, { ticker: 'AVAX', networks: ['AVALANCHE'], decimals: 18 }],
  networks: [...DEFAULT_REGISTRY.networks, { id: 'AVALANCHE', label: 'Avalanche', family: 'evm' }],
};

const proposeRegistry = (basedOn: number, registry: unknown, subject = 'registry') =>
  propose({ kind: 'registry', subject, payload: { basedOn, value: registry }, comment: 'needed' });
const confirm = (proposed: Awaited<ReturnType<typeof propose>>) => {
  if (!proposed.ok) throw new Error(`the change must be proposed: ${JSON.stringify(proposed.error)}`);
  return confirmProposal({ proposalId: proposed.value.proposalId, comment: '' });
};

describe('the registry of assets and networks', () => {
  it('is the default one until two administrators have changed it', async () => {
    expect(await readRegistry()).toEqual(DEFAULT_REGISTRY);
    await as('finance', 'finance');
    expect(await proposeRegistry(0, withAvalanche)).toMatchObject(failure('forbidden'));
    await as('admin', 'admin');
    expect(await proposeRegistry(0, DEFAULT_REGISTRY)).toMatchObject(failure('not-possible'));
    expect(await proposeRegistry(7, withAvalanche)).toMatchObject(failure('not-possible'));
    expect(await proposeRegistry(0, { ...withAvalanche, networks: DEFAULT_REGISTRY.networks })).toMatchObject(
      failure('invalid'),
    );
    expect(await proposeRegistry(0, withAvalanche, 'another')).toMatchObject(failure('not-found'));

    const proposed = await proposeRegistry(0, withAvalanche);
    expect(await confirm(proposed)).toMatchObject(failure('not-now'));
    await as('finance', 'finance');
    expect(await confirm(proposed)).toMatchObject({ ok: false });
    expect(await readRegistry()).toEqual(DEFAULT_REGISTRY);
    await as('admin-two', 'admin');
    expect(await confirm(proposed)).toMatchObject({ ok: true });
    expect(await readRegistry()).toEqual(withAvalanche);

    await as('support', 'support');
    expect(await readAssets()).toMatchObject({
      value: {
        current: { version: 1, proposedBy: 'admin', confirmedBy: 'admin-two', comment: 'needed' },
        history: [{ version: 0, registry: DEFAULT_REGISTRY }],
      },
    });
    const [entry] = await database()
      .select({ entry: auditLog.entry })
      .from(auditLog)
      .where(eq(auditLog.action, 'registry.changed'));
    expect(JSON.parse(entry?.entry ?? '')).toMatchObject({
      subject: 'registry',
      before: { version: 0 },
      after: { version: 1, value: withAvalanche },
    });
  });

  it('is not changed by a proposal against an earlier version', async () => {
    await as('admin', 'admin');
    expect(await proposeRegistry(0, DEFAULT_REGISTRY)).toMatchObject(
      failure('not-possible', { reason: expect.stringContaining('has changed since this change was proposed') }),
    );
    const back = await proposeRegistry(1, DEFAULT_REGISTRY);
    await as('admin-two', 'admin');
    expect(await confirm(back)).toMatchObject({ ok: true });
    expect(await readRegistry()).toEqual(DEFAULT_REGISTRY);
  });

  it('is read by signed-in people only', async () => {
    caller.sessionId = undefined;
    expect(await readAssets()).toEqual(failure('signed-out'));
  });
});
