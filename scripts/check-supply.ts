// npm run check:supply
// Asks the registry whether what is installed is signed by it, and whether a high vulnerability is known of it.
// Exit code 0: asked, and all is well. 1: a fault was found. 2: at least one question was not answered.
import { spawnSync } from 'node:child_process';
import { type Answer, readAudit, readSignatures } from '@/scripts/supply/answers';

const QUESTIONS = [
  {
    name: 'Known vulnerabilities, high or worse, in what the product holds',
    args: ['audit', '--omit=dev', '--audit-level=high', '--json'],
    read: readAudit,
  },
  {
    name: 'Signatures of the registry on every package',
    args: ['audit', 'signatures', '--json'],
    read: readSignatures,
  },
];

const answers = QUESTIONS.map(({ name, args, read }): Answer => {
  const { stdout, status } = spawnSync('npm', args, { encoding: 'utf8' });
  const answer = read(stdout, status);
  console.log(`${name}: ${answer.says}`);
  return answer;
});

if (answers.some(({ state }) => state === 'faulty')) process.exitCode = 1;
else if (answers.some(({ state }) => state === 'unanswered')) {
  console.error('NOT CHECKED: the registry did not answer everything. Run this where it does before a release leaves.');
  process.exitCode = 2;
}
