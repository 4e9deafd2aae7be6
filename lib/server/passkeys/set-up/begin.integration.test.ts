import { expect, it } from 'vitest';
import { beginSetUp, cancelSetUp, readSetUp } from '@/lib/server/passkeys/set-up/set-up';
import { caller } from '@/scripts/testing/people/caller';
import { changeSettings, setUpTestDatabase, signInAs } from '@/scripts/testing/test-process';
import { failure } from '@/scripts/testing/results';

setUpTestDatabase({ NEXTAUTH_URL: 'http://localhost:3000' });

const as = async (role: 'admin' | 'approver') => {
  ({ sessionId: caller.sessionId } = await signInAs(role, [role]));
};

it('a set-up is begun from the page of a sandbox without a key list, once, by an administrator', async () => {
  await as('approver');
  expect(await beginSetUp()).toMatchObject(failure('forbidden'));
  expect(await readSetUp()).toMatchObject(failure('forbidden'));
  await as('admin');
  expect(await readSetUp()).toMatchObject({ ok: true, value: { step: 'none', canBegin: true } });
  expect(await beginSetUp()).toEqual({ ok: true, value: null });
  expect(await readSetUp()).toMatchObject({ ok: true, value: { step: 'open', needsCode: false, members: [] } });
  expect(await beginSetUp()).toMatchObject(failure('not-now', { reason: 'A set-up is open already. Join it.' }));
  expect(await cancelSetUp()).toMatchObject({ ok: true });
  expect(await readSetUp()).toMatchObject({ ok: true, value: { step: 'none' } });
});

it('a console with money begins none from a page', async () => {
  await as('admin');
  changeSettings({ CONSOLE_ENVIRONMENT: 'production' });
  expect(await readSetUp()).toMatchObject({ ok: true, value: { step: 'none', canBegin: false } });
  expect(await beginSetUp()).toMatchObject(
    failure('not-now', { reason: expect.stringContaining('npm run proof:init') }),
  );
  changeSettings({ CONSOLE_ENVIRONMENT: 'sandbox' });
});
