import type { ChildProcess } from 'node:child_process';
import { type Browser, expect, type Page } from '@playwright/test';
import { newPage, type Person, test } from '@/e2e/fixtures';
import { decide, fillIn, newAddress, newReference, stateOf, submit } from '@/e2e/request-steps';
import type { StackAddresses } from '@/e2e/stack/addresses';
import { startStack, stopStack } from '@/e2e/stack/set-up';

// A console of its own: its people get no mail of other tests.
const stacks: ChildProcess[] = [];
let stack: StackAddresses;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  stack = await startStack(stacks);
});
test.afterAll(() => Promise.all(stacks.map(stopStack)));

/** A mail as the sandbox gives it. */
interface ReceivedMail {
  subject: string;
  text: string;
  events: string[];
}

const delegations = (page: Page) => page.getByRole('list', { name: 'Delegations' });

/** Signs a person in on this console, in a browser context of their own. */
async function signInOn(browser: Browser, who: Person, { path = '/', width = 1440 } = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: stack.consoleUrl, viewport: { width, height: 800 } });
  const page = await newPage(context);
  await page.goto(path);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: `Sign in as ${who}`, exact: true }).click();
  await page.waitForURL((url) => url.origin === stack.consoleUrl && !url.pathname.startsWith('/sign-in'));
  return page;
}

test('an approver is mailed, follows the link, signs in and decides; the requester is told how it ends', async ({
  browser,
  expectNoAxeViolations,
}) => {
  test.slow();
  const signIn = (who: Person, how?: Parameters<typeof signInOn>[2]) => signInOn(browser, who, how);
  const finance = await signIn('finance');
  // Whoever never signed in here is unknown to the console, and told nothing.
  for (const who of ['approver-one', 'approver-two'] as const) await (await signIn(who)).context().close();

  await fillIn(finance, { value: '1.5', referenceId: newReference() });
  const address = await submit(finance);
  const path = new URL(address).pathname;
  const approvers = ['approver-one', 'approver-two'] as const;
  for (const [index, who] of approvers.entries()) {
    const mail = await mailTo(who, 'waits for your approval');
    expect(mail.subject).toBe('[Sandbox] A withdrawal of about 1.5 ETH waits for your approval');
    expect(mail.events).toHaveLength(1);
    const link = /https?:\/\/\S+/.exec(mail.text)?.[0] ?? '';
    expect(link).toBe(`${stack.consoleUrl}${path}`);
    const page = await signIn(who, { path: new URL(link).pathname, width: index === 0 ? 360 : 1440 });
    await expect(page).toHaveURL(link);
    if (index === 1) await askAndAnswer(page, finance, address);
    await decide(page, 'Approve');
    if (index === 0) continue;
    await expect(stateOf(page)).toHaveText(/Sent|Completed/, { timeout: 30_000 });
  }
  expect((await mailTo('finance', 'is approved')).text).toContain(path);
  expect((await mailTo('finance', 'is completed')).text).toContain(path);

  await test.step('what was mailed is shown on a page of the sandbox', async () => {
    const page = await browser.newPage({ viewport: { width: 360, height: 800 } });
    await page.goto(`${stack.sandboxUrl}/mail`);
    await page.getByRole('navigation').getByRole('link', { name: 'approver-one@countersign.example' }).click();
    await expect(page.getByRole('article').last()).toContainText(
      'A withdrawal of about 1.5 ETH waits for your approval',
    );
    await expectNoAxeViolations(page);
  });

  await test.step('a person chooses what they are told and when', async () => {
    await finance.goto('/account');
    const choices = finance.getByRole('list', { name: 'What you are told by mail' });
    await expect(choices.getByLabel('Sending is stopped').getByRole('option', { name: 'Never' })).toHaveCount(0);
    await choices.getByLabel('Your request is rejected').selectOption('Never');
    await finance.getByLabel('Time zone').fill('Mars/Base');
    await finance.getByRole('button', { name: 'Save notifications' }).click();
    await expect(finance.getByText('This time zone is not known. Enter one such as Europe/Berlin.')).toBeVisible();
    await expectNoAxeViolations(finance);
    await finance.getByLabel('Time zone').fill('Europe/Berlin');
    await finance.getByLabel('Quiet from').selectOption('20:00');
    await finance.getByRole('button', { name: 'Save notifications' }).click();
    await expect(finance.getByText('Saved.', { exact: true })).toBeVisible();
    await finance.reload();
    await expect(choices.getByLabel('Your request is rejected')).toHaveValue('off');
    await expect(finance.getByLabel('Quiet until')).toHaveValue('7');
    await expectNoAxeViolations(finance);
  });

  await test.step('an administrator sees on the status page what could not be delivered', async () => {
    const admin = await signIn('admin');
    await setFault('refuse', 1);
    await fillIn(finance, { value: '2.5', referenceId: newReference() });
    await submit(finance);
    await expect
      .poll(
        async () => {
          await admin.goto('/status');
          return admin.getByRole('list', { name: 'Notifications given up' }).count();
        },
        { timeout: 30_000 },
      )
      .toBe(1);
    await expect(admin.getByRole('list', { name: 'Notifications given up' })).toContainText(
      'The server refuses this address (550).',
    );
    await expectNoAxeViolations(admin);
  });

  await test.step('the requester has the approvers reminded, once an hour', async () => {
    await finance.getByRole('button', { name: 'Send a reminder' }).click();
    await expect(finance.getByText('The approvers are reminded by mail.')).toBeVisible();
    await finance.getByRole('button', { name: 'Send a reminder' }).click();
    await expect(finance.getByText('You can remind them once an hour.')).toBeVisible();
    await expectNoAxeViolations(finance);
    await mailTo('approver-two', 'still waits for your approval');
  });
});

test('an approver on leave lets another one decide for them, who is told, decides for both, and cannot add a vote', async ({
  browser,
  expectNoAxeViolations,
}) => {
  test.slow();
  const finance = await signInOn(browser, 'finance');
  const delegate = await signInOn(browser, 'approver-two', { width: 360 });
  const delegator = await signInOn(browser, 'approver-one', { path: '/account' });

  await delegator.getByRole('button', { name: 'Let somebody decide for you' }).click();
  const dialog = delegator.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delegate', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Choose who decides for you.');
  await dialog.getByLabel('Person').selectOption('approver-two');
  await dialog.getByLabel('Until').fill('2020-01-01T00:00');
  await dialog.getByLabel('Reason').fill('On leave');
  await dialog.getByRole('button', { name: 'Delegate', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('The end is in the past.');
  await expectNoAxeViolations(delegator);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  await dialog.getByLabel('Until').fill(tomorrow);
  await dialog.getByRole('button', { name: 'Delegate', exact: true }).click();
  await expect(delegations(delegator)).toContainText('approver-two decides for you');
  await expectNoAxeViolations(delegator);

  const mail = await mailTo('approver-two', 'A delegation that concerns you');
  await delegate.goto(/https?:\/\/\S+/.exec(mail.text)?.[0] ?? '');
  await expect(delegations(delegate)).toContainText('You decide for approver-one');
  await expectNoAxeViolations(delegate);

  await fillIn(finance, { value: '1.75', referenceId: newReference(), address: newAddress() });
  const address = await submit(finance);
  await delegate.goto(address);
  await delegate.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(delegate.getByRole('dialog').getByLabel('Decide as')).toHaveValue(/./);
  await expect(delegate.getByRole('dialog')).toContainText('You and approver-one count as one.');
  await expectNoAxeViolations(delegate);
  await delegate.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  const cast = delegate.getByRole('list', { name: 'Decisions' });
  await expect(cast).toContainText('approver-two for approver-one approved');

  await delegator.goto(address);
  await expect(delegator.getByText('Your delegate has already decided for you.').first()).toBeVisible();
  await expect(delegator.getByRole('button', { name: 'Approve', exact: true })).toBeDisabled();

  await delegator.goto('/account');
  await delegator.getByRole('button', { name: 'End delegation' }).click();
  await delegator.getByRole('dialog').getByRole('button', { name: 'End delegation' }).click();
  await expect(delegations(delegator)).toContainText('Over');
  await expect(delegator.getByRole('button', { name: 'End delegation' })).toHaveCount(0);
});

test('two administrators add a webhook, which gets a test and what waits; one of them looks up its secret', async ({
  browser,
  expectNoAxeViolations,
}) => {
  test.slow();
  const admin = await signInOn(browser, 'admin', { path: '/notifications' });
  const second = await signInOn(browser, 'admin-two', { width: 360 });
  await admin.getByRole('button', { name: 'Propose a change' }).click();
  await admin.getByRole('button', { name: 'Review change' }).click();
  await expect(admin.getByText('Enter a label.')).toBeVisible();
  await admin.getByLabel('Label').fill('Desk');
  await admin.getByLabel('Kind of target').selectOption('Webhook');
  await admin.getByLabel('Webhook URL').fill(`${stack.sandboxUrl}/_sandbox/webhooks/desk`);
  await expectNoAxeViolations(admin);
  await admin.getByRole('button', { name: 'Review change' }).click();
  const dialog = admin.getByRole('dialog');
  await expect(dialog).toContainText('Goes to Webhook at');
  await dialog.getByRole('textbox').fill('For the duty channel');
  await dialog.getByRole('button', { name: 'Propose change' }).click();
  await expect(dialog).toHaveCount(0);

  await second.goto('/notifications');
  await expect(second.getByText('For the duty channel')).toBeVisible();
  await expectNoAxeViolations(second);
  await second.getByRole('button', { name: 'Confirm' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  const targets = second.getByRole('list', { name: 'Targets' });
  await expect(targets).toContainText('Nothing was delivered yet.');
  await targets.getByRole('button', { name: 'Send a test' }).click();
  await expect(targets).toContainText('The target took the test message.');
  await targets.getByRole('button', { name: 'Show signing secret 1' }).click();
  await expect(targets).toContainText(/whsec_[A-Za-z0-9+/=]{44}/);
  await expectNoAxeViolations(second);

  const finance = await signInOn(browser, 'finance');
  await fillIn(finance, { value: '3.25', referenceId: newReference(), address: newAddress() });
  await submit(finance);
  await expect
    .poll(
      async () => {
        const answer = await fetch(`${stack.sandboxUrl}/_sandbox/webhooks`);
        return JSON.stringify(await answer.json());
      },
      { timeout: 30_000 },
    )
    .toContain('A withdrawal of about 3.25 ETH waits for approval');
  await second.reload();
  await expect(targets).toContainText('Delivered');
});

test('a browser that may says how much waits while its tab is in the background', async ({
  browser,
  expectNoAxeViolations,
}) => {
  const finance = await signInOn(browser, 'finance');
  const approver = await signInOn(browser, 'approver-two');
  // Chromium without a window shows no notifications and grants none: this one asks, and keeps what is shown.
  await approver.addInitScript(() => {
    const shown: string[] = [];
    class Shown extends EventTarget {
      static permission = 'default';
      static requestPermission(this: void) {
        Shown.permission = 'granted';
        return Promise.resolve('granted');
      }
      constructor(title: string) {
        super();
        shown.push(title);
      }
    }
    Object.assign(window, { Notification: Shown, shown });
  });
  await approver.clock.install();
  await approver.goto('/account');
  await approver.getByRole('button', { name: 'Show in this browser' }).click();
  await expect(approver.getByRole('button', { name: 'Switch off in this browser' })).toBeVisible();
  await expectNoAxeViolations(approver);
  await approver.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }));
  await fillIn(finance, { value: '4.25', referenceId: newReference(), address: newAddress() });
  await submit(finance);
  await approver.clock.fastForward(70_000);
  await expect
    .poll(() => approver.evaluate(() => (window as unknown as { shown: string[] }).shown))
    .toEqual([expect.stringMatching(/^(One thing waits|\d+ things wait) for you$/)]);
});

const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });

/** Has an approver ask, which keeps the last approval out, and the requester answer from the mail. */
async function askAndAnswer(approver: Page, finance: Page, address: string): Promise<void> {
  await approver.getByLabel('Say something about this request').fill('Which invoice is this?');
  await approver.getByRole('button', { name: 'Ask a question' }).click();
  await expect(conversation(approver)).toContainText('Not answered');
  await expect(approver.getByRole('button', { name: 'Approve', exact: true })).toBeDisabled();
  await expect(approver.getByText('Your question is not answered.')).toBeVisible();
  const mail = await mailTo('finance', 'A question was asked about a withdrawal of about 1.5 ETH');
  await finance.goto(/https?:\/\/\S+/.exec(mail.text)?.[0] ?? '');
  await expect(finance).toHaveURL(address);
  await finance.getByRole('button', { name: 'Answer this question' }).click();
  await finance.getByLabel('Your answer').fill('Number 12, see the contract. @approver-two');
  await finance.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect(conversation(finance)).not.toContainText('Not answered');
  await expect(conversation(approver)).toContainText('Number 12, see the contract.', { timeout: 20_000 });
  await expect(approver.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled();
}

/** Waits for the newest mail to a person whose subject has these words. */
async function mailTo(who: Person, words: string): Promise<ReceivedMail> {
  const find = async () => {
    const answer = await fetch(`${stack.sandboxUrl}/_sandbox/mails?to=${who}@countersign.example`);
    const { items } = (await answer.json()) as { items: ReceivedMail[] };
    return items.find(({ text }) => text.includes(words));
  };
  await expect.poll(find, { timeout: 30_000 }).toBeDefined();
  return (await find())!;
}

async function setFault(fault: string, times: number): Promise<void> {
  await fetch(`${stack.sandboxUrl}/_sandbox/mail-faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault, times }),
  });
}
