import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { parseSettings, SETTING_NAMES } from '@/lib/server/config/settings';

const example = readFileSync('.env.example', 'utf8');
const contract = readFileSync('docs/specification/console-contract.md', 'utf8');
const [environment = ''] = /^## Environment$.*?(?=^## )/ms.exec(contract) ?? [];

/** Each name of the contract, with its default there; a row may have several names, and as many defaults. */
const documented = new Map(
  environment.split('\n').flatMap((line) => {
    const [, names = '', , defaults = ''] = line.split('|').map((cell) => cell.trim());
    const values = defaults.replaceAll('`', '').split(', ');
    return [...names.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = ''], index) => [name, values[index] ?? values[0]]);
  }),
);

const given = parseEnv(example);
const required = Object.fromEntries(Object.entries(given).filter(([name]) => documented.get(name) === 'required'));

it('every setting is in the example and in the contract, and nothing else is', () => {
  const names = [...example.matchAll(/^(?:# )?([A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
  expect(names.toSorted()).toEqual(SETTING_NAMES.toSorted());
  expect([...documented.keys()].toSorted()).toEqual(SETTING_NAMES.toSorted());
});

it('what is not required has its default in the example', () => {
  expect(parseSettings(given)).toEqual(parseSettings(required));
});

it('the contract names the defaults', () => {
  const defaults = Object.entries(parseSettings(required)).flatMap(([name, value]) =>
    name in required || (typeof value !== 'string' && typeof value !== 'number') ? [] : [[name, String(value)]],
  );
  expect(defaults.map(([name = '']) => [name, documented.get(name)])).toEqual(defaults);
});
