/** The product of a replay: a database of its own, the sandbox, and processes of the console that act on command. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import path from 'node:path';
import { Client } from 'pg';
import { environmentOf } from '@/e2e/soak/crash/processes';
import { Gate } from '@/e2e/soak/protocol/replay/gate';
import type { Command, FromMember, ToMember } from '@/e2e/soak/protocol/replay/member';
import { SandboxClient } from '@/e2e/stack/sandbox-client';
import { settleAfterRestore } from '@/lib/server/sends/after-restore';
import type { CrashPoint } from '@/lib/server/runtime/crash-points';

/** A tick of the search's clock. A lease and a quiet period have two. */
export const TICK_MS = 60_000;
const SETTINGS = {
  // A post is refused once its lease outlasts no answer: after two ticks, and after one only if a replay is very slow.
  SEND_TIMEOUT_MS: String(TICK_MS / 2),
  SEND_LEASE_MS: String(2 * TICK_MS),
  RECONCILE_QUIET_MS: String(2 * TICK_MS),
  SEND_MAX_ATTEMPTS: '3',
  TRANSFER_SERVICE_READS_PER_SECOND: '1000',
  CONSOLE_LIMITS: 'wide',
};

/** The members of a console by name. `desk`: people, the reaper, the adopter and the mirror. */
export type MemberName = 'desk' | `sender ${number}` | `walker ${number}`;

export type Heard = FromMember | { kind: 'ended' };

/** A member that runs. */
class Member {
  readonly #heard: Heard[] = [];
  #waiting: ((heard: Heard) => void) | undefined;
  #next: Promise<Heard> | undefined;
  isBusy = false;
  /** The crash point at which it waits. */
  waitsAt: CrashPoint | undefined;

  constructor(readonly child: ChildProcess) {
    child.on('message', (message: FromMember) => this.#hear(message));
    child.on('exit', () => this.#hear({ kind: 'ended' }));
  }

  send(message: ToMember): void {
    this.isBusy = true;
    this.waitsAt = undefined;
    this.child.send(message);
  }

  /** Gives what the member says next; the same to everything that listens at once. Throws where it failed. */
  listen(): Promise<Heard> {
    this.#next ??= this.#listen().finally(() => (this.#next = undefined));
    return this.#next;
  }

  async #listen(): Promise<Heard> {
    const heard = this.#heard.shift() ?? (await new Promise<Heard>((resolve) => (this.#waiting = resolve)));
    this.isBusy = heard.kind === 'waits';
    this.waitsAt = heard.kind === 'waits' ? heard.at : undefined;
    if (heard.kind === 'failed') throw new Error(heard.error);
    return heard;
  }

  #hear(heard: Heard): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting) waiting(heard);
    else this.#heard.push(heard);
  }
}

/** See the head of this file. */
export class Product {
  readonly #members = new Map<MemberName, Member>();
  readonly #gates = new Map<MemberName, Gate>();
  readonly sandbox: SandboxClient;
  #backup: string | undefined;

  constructor(
    readonly parts: { databaseUrl: string; sandboxUrl: string; program: readonly string[]; dataDir: string },
  ) {
    this.sandbox = new SandboxClient(parts.sandboxUrl);
  }

  /** Runs a statement as the owner of the database. */
  async query<Row>(statement: string, values: unknown[] = []): Promise<Row[]> {
    return query<Row>(this.parts.databaseUrl, statement, values);
  }

  /** Gives the network of a member, which stays when the member is killed. */
  async gateOf(name: MemberName): Promise<Gate> {
    const gate = this.#gates.get(name) ?? (await Gate.start(this.parts.sandboxUrl));
    this.#gates.set(name, gate);
    return gate;
  }

  gates(): Gate[] {
    return [...this.#gates.values()];
  }

  members(): [MemberName, Member][] {
    return [...this.#members];
  }

  /** Gives a member, which it starts where there is none. */
  async member(name: MemberName): Promise<Member> {
    const running = this.#members.get(name);
    if (running) return running;
    const { program, dataDir, databaseUrl } = this.parts;
    const url = new URL(databaseUrl);
    url.username = 'countersign_console';
    const { url: serviceUrl } = await this.gateOf(name);
    const [node, ...args] = [process.execPath, ...program];
    const env = { ...process.env, ...environmentOf({ consoleDatabaseUrl: url.href, serviceUrl }), ...SETTINGS };
    const child = spawn(node, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    const log = createWriteStream(path.join(dataDir, 'members.log'), { flags: 'a' });
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    const member = new Member(child);
    this.#members.set(name, member);
    const heard = await member.listen();
    if (heard.kind !== 'ready') throw new Error(`${name} did not start; see ${dataDir}`);
    return member;
  }

  /** Lets a member do something, and gives what it says next. */
  async ask(name: MemberName, command: Command): Promise<Heard> {
    const member = await this.member(name);
    if (member.isBusy) throw new Error(`${name} is still busy`);
    member.send(command);
    return member.listen();
  }

  /** Lets a member go on from its crash point, and gives what it says next. */
  async goOn(name: MemberName, dieAt?: CrashPoint): Promise<Heard> {
    const member = await this.member(name);
    member.send({ do: 'go on', ...(dieAt && { dieAt }) });
    return member.listen();
  }

  /** Kills a member at once. */
  async kill(name: MemberName): Promise<void> {
    const member = this.#members.get(name);
    this.#members.delete(name);
    const { child } = member ?? {};
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Copies the database, as a backup does. All members must be idle. */
  async backUp(): Promise<void> {
    if (this.members().some(([, { isBusy }]) => isBusy)) throw new Error('a backup while a member is busy');
    for (const [name] of this.members()) await this.kill(name);
    const { pathname } = new URL(this.parts.databaseUrl);
    this.#backup = `${pathname.slice(1)}_backup`;
    await this.#administer(`create database ${this.#backup} template ${pathname.slice(1)}`);
  }

  /** Stops every console, goes back to the backup where one was made, and runs what `npm run after-restore` does. */
  async restore(): Promise<void> {
    for (const [name] of this.members()) await this.kill(name);
    if (this.#backup !== undefined) {
      const name = new URL(this.parts.databaseUrl).pathname.slice(1);
      await this.#administer(`drop database ${name} with (force)`);
      await this.#administer(`alter database ${this.#backup} rename to ${name}`);
    }
    while ((await this.#connections()) > 0) await delay(20);
    await settleAfterRestore(this.parts.databaseUrl, { quietMs: Number(SETTINGS.RECONCILE_QUIET_MS) });
  }

  async end(): Promise<void> {
    for (const [name] of this.members()) await this.kill(name);
    for (const gate of this.gates()) gate.stop();
  }

  async #connections(): Promise<number> {
    const rows = await this.query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name like 'countersign%'`,
    );
    return rows.length;
  }

  async #administer(statement: string): Promise<void> {
    const url = new URL(this.parts.databaseUrl);
    url.pathname = '/postgres';
    await query(url.href, statement, []);
  }
}

async function query<Row>(connectionString: string, statement: string, values: unknown[]): Promise<Row[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(statement, values)).rows as Row[];
  } finally {
    await client.end();
  }
}
