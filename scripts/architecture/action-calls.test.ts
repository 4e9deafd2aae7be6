import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findUnwrappedActions, holdsActions } from '@/scripts/architecture/action-calls';
import { listSources } from '@/scripts/architecture/graph';

const root = path.resolve(import.meta.dirname, '../..');
const sources = listSources(root)
  .filter((file) => /^(?:app|components)\//.test(file) && !file.includes('.test.'))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
const actions = new Set(
  sources.filter(({ text }) => holdsActions(text)).map(({ file }) => `@/${file.replace(/\.ts$/, '')}`),
);

/** Files that only pass actions on, with the call of each receiver. */
const PASSED_ON: Record<string, readonly [receiver: string, call: string][]> = {
  'app/(console)/layout.tsx': [
    ['components/shell/stop-dialog.tsx', 'callAction(stop,'],
    ['components/shell/sign-out-form.tsx', 'callAction(signOut)'],
  ],
  'app/(console)/_proposals/proposal-steps.ts': [
    ['components/proposals/proposal-buttons.tsx', 'signWhereAsked({ proposalId, comment }, step)'],
  ],
};

const find = (text: string) => findUnwrappedActions({ file: 'f', text }, new Set(['@/app/actions']));
const IMPORTED = "import { saveAction } from '@/app/actions';\n";

describe('a server action', () => {
  it('is called by components through one function alone', () => {
    expect(actions.size).toBeGreaterThan(12);
    const found = sources
      .filter(({ file, text }) => !holdsActions(text) && !(file in PASSED_ON))
      .flatMap((source) => findUnwrappedActions(source, actions));
    expect(found).toEqual([]);
  });

  it.each(Object.entries(PASSED_ON))('that %s passes on is called so where it arrives', (file, receivers) => {
    expect(sources.find((source) => source.file === file)?.text).toContain('Action');
    for (const [receiver, call] of receivers)
      expect(sources.find((source) => source.file === receiver)?.text).toContain(call);
  });

  it.each([
    ['called', 'await saveAction({ name });'],
    ['called in the arguments of the wrapper', 'callAction(other, await saveAction(1));'],
    ['passed to something else', 'run(saveAction, { name });'],
    ['kept', 'const act = saveAction;'],
    ['passed after a call of the wrapper', 'callAction(other); run(saveAction);'],
  ])('is found where it is %s', (_how, code) => {
    expect(find(IMPORTED + code)).toEqual(['f: saveAction']);
  });

  it.each([
    ['as an argument of the wrapper', 'await callAction(saveAction, { name: (await read()).name });'],
    ['chosen in its arguments', 'callAction(isNew ? saveAction : saveAction, input);'],
    ['with a signature', 'signWhereAsked<object, null>(({ id, ...rest(1) }), saveAction);'],
    ['as a type', 'type Answer = ReturnType<typeof saveAction>;'],
  ])('may be used %s', (_how, code) => {
    expect(find(IMPORTED + code)).toEqual([]);
  });
});
