// Of the tests that run parts of the console (vitest.config.ts): what they provoke is asserted, not printed, and a file
// begins with nobody signed in, whatever the file before it left in the process.
import { log } from '@/lib/server/observability/log';
import { resetCaller } from '@/scripts/testing/people/caller';

log.level = process.env.LOG_LEVEL || 'silent';
resetCaller();
