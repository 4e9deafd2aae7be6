// npm run evidence:page: builds public/verify.html from scripts/verify-page and lib/proof.
import { writeFileSync } from 'node:fs';
import { buildVerifyPage } from '@/scripts/verify-page/build';

const page = await buildVerifyPage();
writeFileSync('public/verify.html', page);
console.log(`public/verify.html has ${page.length.toLocaleString('en-GB')} characters.`);
