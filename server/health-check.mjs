// @ts-check
// The image's health check: ends with 0 where the console of this environment is live, and with 1 otherwise.
import { existsSync } from 'node:fs';
import { get } from 'node:http';
import path from 'node:path';
import { reachableAddress, readListenAddress } from './listen-address.mjs';

// The file that server/main.mjs reads.
const file = path.resolve(import.meta.dirname, '..', '.env');
if (existsSync(file)) process.loadEnvFile(file);
const { address, port } = readListenAddress(process.env);
get({ host: reachableAddress(address), port, path: '/api/health/live', timeout: 3000 }, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
)
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1));
