import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const sources = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => readFileSync(path.join('app', file), 'utf8'))
  .filter((source) => source.startsWith("'use server';"));

it('every server action is measured under its own name', () => {
  const actions = sources.flatMap((source) => source.split(/^export /m).slice(1));
  expect(actions.length).toBeGreaterThan(12);
  expect(actions.filter((action) => !/measureAction\('[A-Za-z]+', /.test(action))).toEqual([]);
  const names = actions.map((action) => /measureAction\('([A-Za-z]+)'/.exec(action)?.[1]);
  expect(new Set(names).size).toBe(names.length);
});
