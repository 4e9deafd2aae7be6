// npm run check:structure: the layout and the import rules of docs/architecture.md.
import { checkStructure } from '@/scripts/architecture/check';

const violations = checkStructure(process.cwd());
for (const violation of violations) console.error(violation);
if (violations.length > 0) process.exitCode = 1;
else console.log('The structure follows docs/architecture.md.');
