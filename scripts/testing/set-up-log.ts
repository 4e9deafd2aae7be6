// Of the tests that run parts of the console (vitest.config.ts): what they provoke is asserted, not printed.
import { log } from '@/lib/server/observability/log';

log.level = process.env.LOG_LEVEL || 'silent';
