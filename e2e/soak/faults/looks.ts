import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { approve, submit } from '@/e2e/soak/faults/clicks';
import { Member, parse } from '@/e2e/soak/faults/staff';
import type { People } from '@/e2e/soak/faults/people';
import type { Stage } from '@/e2e/soak/faults/stage';
import { findChromium } from '@/scripts/browser/find-chromium';

// What is looked at during one fault only. Each gives what is wrong, in words.

/** Whoever is signed in works on; whoever is not is told in words. */
export async function lookAtIdentity(stage: Stage): Promise<string[]> {
  const newcomer = new Member('support', stage.url);
  const answer = await newcomer.signIn();
  const { location } = answer.headers;
  if (newcomer.isSignedIn) return ['somebody could sign in without an identity provider'];
  if (typeof location !== 'string') return [`the sign-in answered ${answer.status} and led nowhere`];
  let page = await newcomer.ask(location);
  for (let step = 0; step < 3 && typeof page.headers.location === 'string'; step += 1)
    page = await newcomer.ask(new URL(page.headers.location, stage.url).href);
  return page.body.includes('You are not signed in')
    ? []
    : [`a sign-in that failed led to a page without a word of it (${page.status})`];
}

/** A browser shows in words that a page cannot be shown: Next draws that by script, which nothing else here runs. */
export async function lookAtPage(stage: Stage, { finance }: People): Promise<string[]> {
  const executablePath = findChromium();
  const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) });
  try {
    const context = await browser.newContext({ extraHTTPHeaders: { cookie: finance.cookieOf(stage.url) } });
    const page = await context.newPage();
    await page.goto(`${stage.url}/withdrawals`);
    const words = await page
      .getByRole('alert')
      .filter({ hasText: /\w/ })
      .first()
      .innerText({ timeout: 10_000 })
      .catch(() => '');
    return /could not be shown/.test(words)
      ? []
      : [`a browser shows ${words === '' ? 'no word' : words} where a page cannot be shown`];
  } finally {
    await browser.close();
  }
}

const FRESH_MS = 60_000;

/** A wrong clock in one process neither ends nor lengthens anything: sign-ins, their freshness, or how current a list is. */
export async function lookAtClock(stage: Stage): Promise<string[]> {
  const wrong: string[] = [];
  const here = stage.consoleUrl(0);
  // By the one address, until the turn of the process with the wrong clock has come for both halves of a sign-in.
  for (let times = 0; times < 4; times += 1) {
    const member = new Member('finance-two', stage.url);
    const answer = await member.signIn();
    if (!member.isSignedIn) wrong.push(`a sign-in failed: ${answer.status} ${String(answer.headers.location)}`);
    const list = await member.ask(`${here}/api/transfers?limit=1`, { headers: { cookie: member.cookieOf(stage.url) } });
    const { coverage } = parse<{ coverage: { asOf: string | null; answeredAt: string } }>(list.body);
    if (list.status !== 200 || !coverage)
      wrong.push(`a list could not be read in the process with the wrong clock: ${list.status}`);
    else if (
      Math.abs(Date.now() - Date.parse(coverage.answeredAt)) > FRESH_MS ||
      (coverage.asOf && Math.abs(Date.now() - Date.parse(coverage.asOf)) > FRESH_MS)
    )
      wrong.push(`a list is said to be of ${coverage.asOf} at ${coverage.answeredAt}`);
  }
  const approver = new Member('approver-one', stage.url);
  await approver.signIn();
  const finance = new Member('finance', stage.url);
  await finance.signIn();
  const made = await submit(finance, { formKey: randomUUID(), refId: `clock-${randomUUID()}`, value: '0.25' });
  if (!made.value?.ok) return [...wrong, `a withdrawal could not be asked for: ${made.status}`];
  const address = `${here}/api/withdrawals/${made.value.value.requestId}`;
  const isFreshNow = async () =>
    parse<{ isSignInFresh: boolean }>(
      (await approver.ask(address, { headers: { cookie: approver.cookieOf(stage.url) } })).body,
    ).isSignInFresh;
  if ((await isFreshNow()) !== true) wrong.push('a fresh sign-in is said to be old');
  await stage.pool.query(`update sessions set authenticated_at = now() - interval '6 minutes'`);
  if ((await isFreshNow()) !== false) wrong.push('a sign-in of six minutes ago is said to be fresh');
  await stage.pool.query('update sessions set authenticated_at = now()');
  return wrong;
}

const WAIT_MS = 2_500;

/** A process without workers serves pages and sends nothing; the other one does, as soon as it is there. */
export async function lookAtWebOnly(stage: Stage): Promise<string[]> {
  await stage.consoles[1]?.stop();
  const wrong: string[] = [];
  try {
    const [finance, ...approvers] = ['finance', 'approver-one', 'approver-two'].map(
      (name) => new Member(name, stage.url),
    ) as [Member, Member, Member];
    for (const member of [finance, ...approvers]) await member.signIn();
    const refId = `web-${randomUUID()}`;
    const made = await submit(finance, { formKey: randomUUID(), refId, value: '0.5' });
    if (!made.value?.ok) return [`a process without workers took no withdrawal: ${made.status}`];
    for (const approver of approvers) await approve(approver, made.value.value.requestId);
    const page = await finance.ask(`/withdrawals/${made.value.value.requestId}`);
    if (page.status !== 200) wrong.push(`a process without workers showed no page: ${page.status}`);
    await delay(WAIT_MS);
    if ((await stage.service.transfersByRef(refId)).count > 0) wrong.push('a process without workers sent something');
  } finally {
    await stage.startConsole(1);
  }
  return wrong;
}
