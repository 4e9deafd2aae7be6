import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { explainDenial, staleSignIn } from '@/lib/http/denials';
import { counters } from '@/lib/server/observability/counters';
import { readSignInTimes } from '@/lib/server/sign-in/sign-in-times';
import { createRequest } from '@/lib/server/requests/creation/create';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { readRequest } from '@/lib/server/requests/lists/read';
import { filledForm } from '@/scripts/stack/filled-form';
import { caller } from '@/scripts/testing/people/caller';
import { type ForgedProvider, startForgedProvider } from '@/scripts/testing/people/forged-provider';
import { SignInBrowser } from '@/scripts/testing/people/sign-in-browser';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';

setUpTestConsole({ OIDC_CLIENT_ID: 'console' });
let provider: ForgedProvider | undefined;
let requestId = '';

beforeAll(async () => {
  provider = await startForgedProvider('console');
  ({ sessionId: caller.sessionId } = await signInAs('finance', ['finance']));
  const made = surely(await createRequest({ formKey: randomUUID(), form: filledForm() }));
  ({ requestId } = made);
});
beforeEach(() => changeSettings({ OIDC_ISSUER: provider?.issuer ?? '' }));
afterAll(() => provider?.close());

/** Signs an approver in at the provider, with or without the time, and acts as them. */
async function signInAtProvider(claims: object, parameters?: Record<string, string>): Promise<void> {
  if (!provider) throw new Error('the provider has not started');
  caller.sessionId = undefined;
  provider.idToken = { sub: 'ann', name: 'Ann', roles: ['approver'], ...claims };
  provider.userinfo = { sub: 'ann' };
  const browser = new SignInBrowser();
  await browser.signIn(provider, parameters);
  caller.sessionId = await browser.sessionId();
}

async function approve(): Promise<unknown> {
  const { version, bodySha256 } = surely(await readRequest(requestId));
  return decideOnRequest({ requestId, version, bodySha256, verdict: 'APPROVED', comment: '' });
}

describe('a provider that does not state when it saw a person', () => {
  it('is asked for the time at every sign-in', async () => {
    const { searchParams } = await new SignInBrowser().start();
    expect(Number(searchParams.get('max_age'))).toBeGreaterThan(86_400);
    expect(searchParams.has('claims')).toBe(false);
  });

  it('leaves its people unable to approve, and the denial says that another sign-in does not help', async () => {
    await signInAtProvider({}, { max_age: '1' });
    const denial = staleSignIn(5, { isTimeKnown: false });
    expect(await approve()).toEqual({ ok: false, error: denial });
    expect(explainDenial(denial, '').next).toContain('tell an administrator');
    expect(await counters().signInsWithoutTime.get()).toMatchObject({ values: [{ value: 1 }] });
  });

  it('is told to administrators on the Status page, and to nobody else', async () => {
    expect(await readSignInTimes()).toEqual({ ok: true, value: undefined });
    ({ sessionId: caller.sessionId } = await signInAs('admin', ['admin']));
    expect(await readSignInTimes()).toEqual({
      ok: true,
      value: { total: 3, withoutTime: 1, lastWithoutTime: expect.stringMatching(/^20/) },
    });
  });

  it('is forgotten once the provider states it', async () => {
    await signInAtProvider({ auth_time: Math.floor(Date.now() / 1000) - 600 });
    expect(await approve()).toEqual({ ok: false, error: staleSignIn(5, { isTimeKnown: true }) });
    await signInAtProvider({ auth_time: Math.floor(Date.now() / 1000) });
    expect(await approve()).toMatchObject({ ok: true });
  });
});
