import { createDefaultPolicy } from '@/lib/http/trusted-types';

// Runs before Next's and React's own code, on error pages too, which have no layout (docs/decisions/0018).
createDefaultPolicy();
// zod then does not try whether the page may run text as code, which is a violation each time. As `z.config` sets it,
// which would load all of zod on every page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
