// npm run build: builds the console, and takes the credentials of this machine out of the output.
import { spawnSync } from 'node:child_process';
import { deleteEnvironmentFiles } from './environment-files.mjs';

const { status } = spawnSync(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
  env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
  stdio: 'inherit',
});
// After a failed build too: it may have copied them already.
deleteEnvironmentFiles('.next');
process.exitCode = status ?? 1;
