import { expect, it } from 'vitest';
import { findUnlocked } from '@/scripts/install.mjs';

const lock = { packages: { '': {}, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } } };

it('finds no package that the lock file does not pin where all are pinned', () => {
  expect(findUnlocked(lock, { packages: { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } } })).toEqual(
    [],
  );
});

it('names installed packages that the lock file lacks, or pins by another content', () => {
  const installed = {
    packages: {
      'node_modules/a': { version: '1.0.0', integrity: 'sha512-other' },
      'node_modules/x/node_modules/@b/darwin-arm64': { version: '2.0.0', integrity: 'sha512-b' },
    },
  };
  expect(findUnlocked(lock, installed)).toEqual(['a@1.0.0', '@b/darwin-arm64@2.0.0']);
});
