import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { filledForm } from '@/scripts/stack/filled-form';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { putSettingInForce } from '@/scripts/testing/data/settings';
import { caller } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import { view } from '@/scripts/testing/data/requests';
import { DEFAULT_REGISTRY, registryWith } from '@/lib/networks/assets';
import { FURTHER_NETWORK_IDS, type NetworkId } from '@/lib/networks/networks';
import { database } from '@/lib/server/database/client';
import { sends } from '@/lib/server/database/schema/sends';
import type { Person } from '@/lib/server/auth/sessions';
import { readChecksOf } from '@/lib/server/requests/checks/read-checks';
import { createRequest } from '@/lib/server/requests/creation/create';
import { claimSend } from '@/lib/server/sends/claim/claim';
import { trackSends } from '@/lib/server/sends/track';
import { sendNext } from '@/lib/server/sends/worker';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import { generateAddress } from '@/sandbox/addresses/generate-address';
import { SeededRandom } from '@/sandbox/random';

const running = setUpTestConsole(
  { TRANSFER_SERVICE_NETWORKS: [...FURTHER_NETWORK_IDS] },
  { networks: FURTHER_NETWORK_IDS },
);
let approver: Person;
let seed = 0;

/** What two administrators add, since Robinhood Chain has no coin of its own. */
const WITH_ROBINHOOD = {
  ...registryWith(FURTHER_NETWORK_IDS),
  assets: registryWith(FURTHER_NETWORK_IDS).assets.map((asset) =>
    asset.ticker === 'USDG' ? { ...asset, networks: [...asset.networks, 'ROBINHOOD'] } : asset,
  ),
};

beforeAll(async () => {
  await putPolicyInForce();
});
beforeEach(async () => {
  ({ person: approver } = await signInAs('approver-one', ['approver']));
  await asFinance();
});

async function asFinance(): Promise<void> {
  ({ sessionId: caller.sessionId } = await signInAs('finance', ['finance']));
}

const addressOn = (network: NetworkId) => generateAddress(network, new SeededRandom((seed += 1)));

function create(network: NetworkId, asset: string, change: Partial<WithdrawalForm> = {}) {
  const form = filledForm({ network, asset, destinationAddress: addressOn(network), ...change });
  return createRequest({ formKey: randomUUID(), form });
}

const mustCreate = async (network: NetworkId, asset: string) => surely(await create(network, asset)).requestId;

const makeDue = (id: string) =>
  database()
    .update(sends)
    .set({ nextAt: sql`now()`, trackAt: sql`case when ${sends.state} = 'ACCEPTED' then now() end` })
    .where(eq(sends.requestId, id));

describe('a withdrawal on a network beyond the interface', () => {
  it.each([
    ['AVALANCHE', 'AVAX'],
    ['BNB', 'BNB'],
    ['DOGECOIN', 'DOGE'],
    ['ROBINHOOD', 'USDG'],
    ['SUI', 'SUI'],
  ] as const)('on %s goes from the request to its end', async (network, asset) => {
    if (network === 'ROBINHOOD') {
      expect(await create(network, asset)).toMatchObject({
        error: { issues: [{ path: 'network', message: expect.stringContaining('not sent on Robinhood Chain') }] },
      });
      await putSettingInForce('registry', WITH_ROBINHOOD);
    }
    const id = await mustCreate(network, asset);
    await approveRequest(id, approver);
    expect(await sendNext()).toBe(1);
    running.sandbox.clock.nowMs += 20_000;
    await makeDue(id);
    await trackSends();
    expect(await view(id)).toMatchObject({
      send: { transferStatus: 'COMPLETED' },
      transfer: { status: 'COMPLETED', crypto_network: network, asset },
    });
  });

  it.each([
    ['DOGECOIN', 'DOGE', 'BITCOIN'],
    ['SUI', 'SUI', 'ETHEREUM'],
    ['AVALANCHE', 'AVAX', 'SUI'],
  ] as const)('on %s in %s is refused with an address of %s', async (network, asset, other) => {
    expect(await create(network, asset, { destinationAddress: addressOn(other) })).toMatchObject({
      ok: false,
      error: { issues: [{ path: 'destinationAddress' }] },
    });
  });
});

async function switchOn(): Promise<void> {
  changeSettings({ TRANSFER_SERVICE_NETWORKS: [...FURTHER_NETWORK_IDS] });
  await putSettingInForce('registry', WITH_ROBINHOOD);
}

describe('a network that is switched off while requests to it wait', () => {
  const switchedOff = {
    'in the configuration': () => changeSettings({ TRANSFER_SERVICE_NETWORKS: [] }),
    'in the registry': () => putSettingInForce('registry', DEFAULT_REGISTRY),
  };

  it.each(Object.entries(switchedOff))(
    '%s: says so, refuses new requests, sends nothing, and sends what was approved once it is on again',
    async (_where, switchOff) => {
      await switchOn();
      const approved = await mustCreate('SUI', 'SUI');
      const waiting = await mustCreate('SUI', 'SUI');
      const before = await view(approved);
      await approveRequest(approved, approver);

      await switchOff();
      const words = /^No withdrawal leaves on Sui: .* does not have it\./;
      expect(await create('SUI', 'SUI')).toMatchObject({
        error: { issues: expect.arrayContaining([{ path: 'network', message: expect.stringMatching(words) }]) },
      });
      expect(await readChecksOf(waiting)).toMatchObject({
        value: {
          address: { state: 'valid' },
          card: { lines: expect.arrayContaining([expect.objectContaining({ text: expect.stringMatching(words) })]) },
        },
      });
      await approveRequest(waiting, approver);
      expect([await claimSend(), await claimSend()]).toEqual([undefined, undefined]);
      for (const id of [approved, waiting])
        expect(await view(id)).toMatchObject({
          state: 'APPROVED',
          send: { state: 'QUEUED' },
          attempts: [],
          postponedReason: expect.stringMatching(words),
        });

      await switchOn();
      for (const id of [approved, waiting]) {
        await makeDue(id);
        expect(await sendNext()).toBe(1);
        const sent = await view(id);
        expect(sent).toMatchObject({ state: 'SENT', send: { state: 'ACCEPTED' } });
        expect(await running.sandbox.api.countByRefId(sent.refId)).toBe(1);
      }
      const { body, transfer } = await view(approved);
      expect(body).toEqual(before.body);
      expect(transfer).toMatchObject({ destination_address: body.destination_address, crypto_network: 'SUI' });
    },
  );

  it('sends nothing to it when the approval is too old by then, and asks for another one', async () => {
    await switchOn();
    const id = await mustCreate('SUI', 'SUI');
    await approveRequest(id, approver);
    changeSettings({ TRANSFER_SERVICE_NETWORKS: [], APPROVAL_VALID_HOURS: 0 });
    await makeDue(id);
    expect(await claimSend()).toBeUndefined();
    expect(await view(id)).toMatchObject({ state: 'AWAITING_APPROVAL', send: null });
  });
});
