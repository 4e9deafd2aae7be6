// npm run db:test: keeps a database server up for npm run test:integration, which otherwise starts one for each run.
import { keepRunning } from '@/scripts/keep-running';
import { keepTestDatabase } from '@/scripts/stack/postgres/kept-database';

await keepRunning(keepTestDatabase, () => {
  console.log('\n  The database of the integration tests is up. Run them with npm run test:integration -- requests');
  console.log('  New migrations are applied by the next run. Ctrl-C stops the database.\n');
});
