import { Client } from 'pg';
import { expect, it } from 'vitest';
import { describeSchema } from '@/lib/server/database/describe-schema';
import { prepareDatabase } from '@/scripts/stack/postgres/console-role';
import { createTestDatabase } from '@/scripts/stack/postgres/test-database';

it('is what schema.sql says; npm run schema:dump writes it', async () => {
  const test = await createTestDatabase({ isEmpty: true });
  const consoleUrl = await prepareDatabase(test.url);
  const owner = new Client({ connectionString: test.url });
  await owner.connect();
  const text = await describeSchema(owner, new URL(consoleUrl).username);
  await owner.end();
  await test.drop();
  await expect(text).toMatchFileSnapshot('schema.sql');
});
