// npm run check:supply
// Asks the registry whether every installed package has its signature, and whether a severe vulnerability is known.
// Exit code 0: checked and clean. 1: an issue was found. 2: at least one check was not answered.
import { spawnSync } from 'node:child_process';
import { type Answer, readAudit, readSignatures } from '@/scripts/supply/answers';

const CHECKS = [
  {
    name: 'Known vulnerabilities of high or critical severity in the product',
    args: ['audit', '--omit=dev', '--audit-level=high', '--json'],
    read: readAudit,
  },
  {
    name: 'Registry signatures of all packages',
    args: ['audit', 'signatures', '--json'],
    read: readSignatures,
  },
];

const answers = CHECKS.map(({ name, args, read }): Answer => {
  const { stdout, status } = spawnSync('npm', args, { encoding: 'utf8' });
  const answer = read(stdout, status);
  console.log(`${name}: ${answer.message}`);
  return answer;
});

if (answers.some(({ state }) => state === 'failed')) process.exitCode = 1;
else if (answers.some(({ state }) => state === 'not-checked')) {
  console.error(
    'NOT CHECKED: the registry did not answer every check. Run this command where it answers before a release.',
  );
  process.exitCode = 2;
}
