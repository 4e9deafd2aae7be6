import { randomBytes, randomUUID } from 'node:crypto';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { stackAddresses } from '@/e2e/stack/addresses';
import { readActionAnswer, writeActionCall } from '@/scripts/stack/actions';
import { filledForm } from '@/scripts/stack/filled-form';
import type { Verdict } from '@/lib/requests/decisions';
import type { RequestView } from '@/lib/requests/request-view';
import type { Result } from '@/lib/result';

/** The form values that a test chooses; the others are the same for all tests. */
export interface FormValues {
  value: string;
  referenceId?: string;
  profileId?: string;
  address?: string;
  note?: string;
  /** Only for `createRequest`. */
  metadata?: Record<string, string>;
}

/** An address that most tests pay, so that the policy knows it after the first one. */
export const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Creates an address that was never paid. */
export const newAddress = () => `0x${randomBytes(20).toString('hex')}`;

/** Creates an unused reference. */
export const newReference = () => `e2e-${randomUUID().slice(0, 13)}`;

/** Fills in the form for a withdrawal of ETH on Ethereum. */
export async function fillIn(
  page: Page,
  { value, referenceId = '', profileId = 'p-ops', address = ADDRESS, note = '' }: FormValues,
): Promise<void> {
  await page.goto('/withdrawals/new');
  await page.getByLabel('Profile ID').fill(profileId);
  await page.getByLabel('Asset', { exact: true }).fill('eth');
  await page.getByLabel('Destination address').fill(address);
  await page.getByLabel('Reference ID').fill(referenceId);
  await page.getByLabel('Amount').fill(value);
  await page.getByLabel('Note (optional, not sent)').fill(note);
}

/** Reviews and submits the form, and gives the address of the new request's page. */
export async function submit(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page).toHaveURL(/\/withdrawals\/[0-9a-f-]{36}$/);
  return page.url();
}

/**
 * Requests a withdrawal of ETH as the form does when it is submitted, and gives the address of the request's page. For
 * tests of what comes afterwards: the form itself takes seconds.
 */
export async function createRequest(
  page: Page,
  { value, referenceId = newReference(), profileId = 'p-ops', address = ADDRESS, note = '', metadata = {} }: FormValues,
): Promise<string> {
  const pairs = Object.entries(metadata).map(([key, text]) => ({ key, value: text }));
  const form = filledForm({
    value,
    referenceId,
    profileId,
    destinationAddress: address,
    note,
    ...(pairs.length > 0 && { metadata: pairs }),
  });
  const { requestId } = await callActionAs<{ requestId: string }>(page.context(), {
    path: '/withdrawals/new',
    action: 'createRequestAction',
    input: { formKey: randomUUID(), form },
  });
  return `${stackAddresses().consoleUrl}/withdrawals/${requestId}`;
}

/** Creates a batch of withdrawals of ETH as the import does, and gives the address of its page. */
export async function createBatch(page: Page, name: string, rows: readonly FormValues[]): Promise<string> {
  const { consoleUrl } = stackAddresses();
  const items = rows.map(({ value, referenceId = newReference(), profileId = 'p-ops', address = ADDRESS }) =>
    filledForm({ value, referenceId, profileId, destinationAddress: address }),
  );
  const answer = await page.request.post(`${consoleUrl}/api/withdrawals/batches`, {
    headers: { origin: consoleUrl, 'sec-fetch-site': 'same-origin' },
    data: { batchKey: randomUUID(), name, items },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { value } = (await answer.json()) as { value: { bundleId: string } };
  return `${consoleUrl}/withdrawals/batches/${value.bundleId}`;
}

/** Waits until the service has completed a withdrawal. */
export async function untilCompleted(page: Page, requestUrl: string): Promise<void> {
  const path = `/api/withdrawals/${idOf(requestUrl)}`;
  const read = async () => ((await (await page.request.get(path)).json()) as RequestView).send?.transferStatus;
  await expect.poll(read, { timeout: 20_000 }).toBe('COMPLETED');
}

/** Approves a request as the person of a browser context, as its page does, and gives the state afterwards. */
export const approveAs = (context: BrowserContext, requestUrl: string): Promise<string> =>
  decideAs(context, requestUrl, { verdict: 'APPROVED', comment: '' });

/** Rejects a request as the person of a browser context, as its page does. */
export const rejectAs = (context: BrowserContext, requestUrl: string, reason: string): Promise<string> =>
  decideAs(context, requestUrl, { verdict: 'REJECTED', comment: reason });

async function decideAs(
  context: BrowserContext,
  requestUrl: string,
  given: { verdict: Verdict; comment: string },
): Promise<string> {
  const requestId = idOf(requestUrl);
  const read = await context.request.get(`${stackAddresses().consoleUrl}/api/withdrawals/${requestId}`);
  const { version, bodySha256, bundle } = (await read.json()) as RequestView;
  const path = `/withdrawals/${requestId}`;
  const vote = { ...given, chosenAddress: '' };
  // A test payment and its remainder are decided together.
  if (bundle?.kind === 'test-payment') {
    const input = { bundleId: bundle.id, bundleSha256: bundle.sha256, ...vote };
    await callActionAs(context, { path, action: 'decideOnBundleAction', input });
    const after = await context.request.get(`${stackAddresses().consoleUrl}/api/withdrawals/${requestId}`);
    return ((await after.json()) as RequestView).state;
  }
  const input = { requestId, version, bodySha256, ...vote };
  const { state } = await callActionAs<{ state: string }>(context, { path, action: 'decideAction', input });
  return state;
}

/** Cancels a request as the person of a browser context, as its page does. */
export async function cancelRequest(context: BrowserContext, requestUrl: string): Promise<void> {
  const requestId = idOf(requestUrl);
  await callActionAs(context, { path: `/withdrawals/${requestId}`, action: 'cancelAction', input: { requestId } });
}

/** Gives the ID of a request from the address of its page. */
export const idOf = (requestUrl: string) => requestUrl.slice(requestUrl.lastIndexOf('/') + 1);

/** Calls a server action from a page that contains it, as the browser context's person, and gives its value. */
export async function callActionAs<Value>(
  context: BrowserContext,
  { path, action, input }: { path: string; action: string; input: unknown },
): Promise<Value> {
  const { consoleUrl } = stackAddresses();
  const { headers, body } = writeActionCall(action, input);
  const answer = await context.request.post(consoleUrl + path, {
    headers: { ...headers, origin: consoleUrl, 'sec-fetch-site': 'same-origin' },
    data: body,
  });
  const result = readActionAnswer(await answer.text()) as Result<Value, unknown> | undefined;
  if (!result?.ok) throw new Error(`${action} answered ${answer.status()} with ${JSON.stringify(result?.error)}`);
  return result.value;
}

/** Finds the status of the request on its page. */
export const stateOf = (page: Page) => page.getByRole('main').getByRole('status').first();

/** Finds who signed the request, and who is still to sign. */
export const signaturesOn = (page: Page) => page.getByRole('list', { name: 'Signatures' });

/** Presses a button and the button of the same name in its dialog, after filling in `comment`. */
export async function decide(
  page: Page,
  verb: 'Approve' | 'Reject' | 'Cancel request',
  comment?: string,
): Promise<void> {
  const dialog = page.getByRole('dialog');
  // The last approval needed is “Approve and send” with the amount.
  const name = new RegExp(`^${verb}`);
  await page.getByRole('button', { name }).click();
  if (comment !== undefined) await dialog.getByRole('textbox').fill(comment);
  await dialog.getByRole('button', { name }).click();
  await expect(dialog).toHaveCount(0);
}
