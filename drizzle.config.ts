import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './lib/server/database/schema.ts',
    './lib/server/database/mirror-schema.ts',
    './lib/server/database/case-schema.ts',
    './lib/server/database/attachment-schema.ts',
    './lib/server/database/proof-schema.ts',
    './lib/server/database/notice-schema.ts',
    './lib/server/database/template-schema.ts',
  ],
  out: './lib/server/database/migrations',
});
