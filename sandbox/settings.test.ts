import { afterEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_OPTIONS } from '@/sandbox/options';
import { readSettings } from '@/sandbox/settings';

afterEach(() => vi.unstubAllEnvs());

describe('the environment of npm run sandbox', () => {
  it('requires no variable', () => {
    expect(readSettings()).toEqual(DEFAULT_OPTIONS);
  });

  it('takes a list of console addresses', () => {
    vi.stubEnv('SANDBOX_CONSOLE_URL', 'http://127.0.0.1:3000/, http://127.0.0.1:3100');
    vi.stubEnv('SANDBOX_SEED', '');
    expect(readSettings()).toMatchObject({
      consoleOrigins: ['http://127.0.0.1:3000', 'http://127.0.0.1:3100'],
      seed: DEFAULT_OPTIONS.seed,
    });
  });

  it('takes where it listens and the address that others use, for a container', () => {
    vi.stubEnv('SANDBOX_LISTEN', '0.0.0.0');
    vi.stubEnv('SANDBOX_URL', 'http://sandbox.localhost:4010/');
    expect(readSettings()).toMatchObject({ listen: '0.0.0.0', url: 'http://sandbox.localhost:4010' });
    vi.stubEnv('SANDBOX_LISTEN', 'sandbox');
    expect(() => readSettings()).toThrow(/SANDBOX_LISTEN/);
  });

  it('takes further networks, and refuses one that has no definition', () => {
    vi.stubEnv('SANDBOX_NETWORKS', 'SUI, DOGECOIN');
    expect(readSettings().networks).toEqual(['SUI', 'DOGECOIN']);
    vi.stubEnv('SANDBOX_NETWORKS', 'TRON');
    expect(() => readSettings()).toThrow(/SANDBOX_NETWORKS/);
  });

  it('names every invalid variable', () => {
    vi.stubEnv('SANDBOX_TRANSFERS', '10000001');
    vi.stubEnv('SANDBOX_ORDER', 'sideways');
    expect(() => readSettings()).toThrow(/SANDBOX_TRANSFERS[\s\S]*SANDBOX_ORDER/);
  });
});
