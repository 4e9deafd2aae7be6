import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { approve, submit } from '@/e2e/soak/faults/clicks';
import { Member, parse } from '@/scripts/stack/member';
import type { People } from '@/e2e/soak/faults/people';
import type { TestSystem } from '@/e2e/soak/faults/test-system';
import { findChromium } from '@/scripts/browser/find-chromium';

// Checks during one fault. Each returns sentences about problems.

/** Checks that a failed sign-in is explained. */
export async function checkSignIn(system: TestSystem): Promise<string[]> {
  const newcomer = new Member('support', system.url);
  const answer = await newcomer.signIn();
  const { location } = answer.headers;
  if (newcomer.isSignedIn) return ['a sign-in succeeded without an identity provider'];
  if (typeof location !== 'string') return [`the sign-in answered ${answer.status} without a redirect`];
  let page = await newcomer.ask(location);
  for (let step = 0; step < 3 && typeof page.headers.location === 'string'; step += 1)
    page = await newcomer.ask(new URL(page.headers.location, system.url).href);
  return page.body.includes('You are not signed in')
    ? []
    : [`a failed sign-in led to a page without an explanation (${page.status})`];
}

/** Checks in a browser that the error page appears: Next renders it by script, which the other checks do not run. */
export async function checkErrorPage(system: TestSystem, { finance }: People): Promise<string[]> {
  const executablePath = findChromium();
  const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) });
  try {
    const context = await browser.newContext({ extraHTTPHeaders: { cookie: finance.cookieOf(system.url) } });
    const page = await context.newPage();
    await page.goto(`${system.url}/withdrawals`);
    const text = await page
      .getByRole('alert')
      .filter({ hasText: /\w/ })
      .first()
      .innerText({ timeout: 10_000 })
      .catch(() => '');
    return /could not be loaded/.test(text)
      ? []
      : [`a browser shows ${text === '' ? 'no text' : text} instead of the error page`];
  } finally {
    await browser.close();
  }
}

const FRESH_MS = 60_000;

/** Checks that a wrong clock in one process affects neither sign-ins, nor their freshness, nor the age of a list. */
export async function checkClock(system: TestSystem): Promise<string[]> {
  const problems: string[] = [];
  const here = system.consoleUrl(0);
  // Through the balancer, until the process with the wrong clock has handled both halves of a sign-in.
  for (let times = 0; times < 4; times += 1) {
    const member = new Member('finance-two', system.url);
    const answer = await member.signIn();
    if (!member.isSignedIn) problems.push(`a sign-in failed: ${answer.status} ${String(answer.headers.location)}`);
    const list = await member.ask(`${here}/api/transfers?limit=1`, {
      headers: { cookie: member.cookieOf(system.url), host: new URL(system.url).host },
    });
    const { coverage } = parse<{ coverage: { asOf: string | null; answeredAt: string } }>(list.body);
    if (list.status !== 200 || !coverage)
      problems.push(`reading a list failed in the process with the wrong clock: ${list.status}`);
    else if (
      Math.abs(Date.now() - Date.parse(coverage.answeredAt)) > FRESH_MS ||
      (coverage.asOf && Math.abs(Date.now() - Date.parse(coverage.asOf)) > FRESH_MS)
    )
      problems.push(`a list claims to be from ${coverage.asOf}, answered at ${coverage.answeredAt}`);
  }
  const approver = new Member('approver-one', system.url);
  await approver.signIn();
  const finance = new Member('finance', system.url);
  await finance.signIn();
  const created = await submit(finance, { formKey: randomUUID(), refId: `clock-${randomUUID()}`, value: '0.25' });
  if (!created.value?.ok) return [...problems, `requesting a withdrawal failed: ${created.status}`];
  const address = `${here}/api/withdrawals/${created.value.value.requestId}`;
  const headers = { cookie: approver.cookieOf(system.url), host: new URL(system.url).host };
  const isFreshNow = async () =>
    parse<{ isSignInFresh: boolean }>((await approver.ask(address, { headers })).body).isSignInFresh;
  if ((await isFreshNow()) !== true) problems.push('a fresh sign-in counts as old');
  await system.pool.query(`update sessions set authenticated_at = now() - interval '6 minutes'`);
  if ((await isFreshNow()) !== false) problems.push('a sign-in of six minutes ago counts as fresh');
  await system.pool.query('update sessions set authenticated_at = now()');
  return problems;
}

const WAIT_MS = 2_500;

/** Checks that a process without workers serves pages and sends nothing; the other process sends as soon as it runs. */
export async function checkWithoutWorkers(system: TestSystem): Promise<string[]> {
  await system.consoles[1]?.stop();
  const problems: string[] = [];
  try {
    const [finance, ...approvers] = ['finance', 'approver-one', 'approver-two'].map(
      (name) => new Member(name, system.url),
    ) as [Member, Member, Member];
    for (const member of [finance, ...approvers]) await member.signIn();
    const refId = `web-${randomUUID()}`;
    const created = await submit(finance, { formKey: randomUUID(), refId, value: '0.5' });
    if (!created.value?.ok) return [`a process without workers created no request: ${created.status}`];
    for (const approver of approvers) await approve(approver, created.value.value.requestId);
    const page = await finance.ask(`/withdrawals/${created.value.value.requestId}`);
    if (page.status !== 200) problems.push(`a process without workers showed no page: ${page.status}`);
    await delay(WAIT_MS);
    if ((await system.service.transfersByRef(refId)).count > 0)
      problems.push('a process without workers sent a withdrawal');
  } finally {
    await system.startConsole(1);
  }
  return problems;
}
