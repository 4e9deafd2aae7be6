import path from 'node:path';
import { expect, test } from 'vitest';
import { listFirstPackages } from '@/scripts/architecture/first-scripts';

const ROOT = path.resolve(import.meta.dirname, '../..');

// Measured by `npm run bench -- scripts`.
// Every page that reacts in the browser has react-dom already.
const BESIDE_EVERY_PAGE = ['clsx', 'lucide-react', 'next', 'react', 'react-dom'];

test('the list of transfers loads only react-query with its page', () => {
  const packages = listFirstPackages(ROOT, 'app/(console)/transfers');
  const others = packages.filter((name) => !BESIDE_EVERY_PAGE.includes(name));
  expect(others).toEqual(['@tanstack/react-query']);
});

test('the form of a new withdrawal loads only react-hook-form with its page', () => {
  const packages = listFirstPackages(ROOT, 'app/(console)/withdrawals/new');
  expect(packages.filter((name) => !BESIDE_EVERY_PAGE.includes(name))).toEqual(['react-hook-form']);
});

test('a package is found behind a layout', () => {
  expect(listFirstPackages(ROOT, 'app/(console)/withdrawals/[id]')).toContain('@tanstack/react-query');
});
