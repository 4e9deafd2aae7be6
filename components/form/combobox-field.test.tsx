import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { asksForList } from '@/components/form/combobox-control';
import { ComboboxField } from '@/components/form/combobox-field';
import { ComboboxInput, type ComboboxList } from '@/components/form/combobox-input';

const noop = () => undefined;
const list: ComboboxList = {
  label: 'Known profiles',
  groups: [{ options: [{ key: 'a', content: 'Alpha', onChoose: noop }] }],
  noun: ['profile', 'profiles'],
};
const id = (html: string) => / id="([^"]+)"/.exec(html.slice(html.indexOf('<input')))?.[1];

it('is a plain labelled input before it has the focus, and loads nothing', () => {
  const load = vi.fn<() => Promise<typeof ComboboxInput>>(async () => ComboboxInput);
  const html = renderToStaticMarkup(
    <ComboboxField label="Profile ID" error="Enter one." value="p-1" onType={noop} load={load} list={list} />,
  );
  expect(html).toContain(`for="${id(html)}"`);
  expect(html).toMatch(/<input[^>]*value="p-1"/);
  expect(html).toMatch(/aria-invalid="true"/);
  expect(html).not.toContain('listbox');
  expect(load).not.toHaveBeenCalled();
});

it.each([
  [true, 1],
  [false, 0],
])('keeps value and label when the list takes over, open where the person asked for it: %s', (isWanted, options) => {
  const html = renderToStaticMarkup(
    <ComboboxInput
      control={{ id: 'field', value: 'p-1', isInvalid: false, className: '', onType: noop }}
      list={list}
      takenOver={{ input: {} as HTMLInputElement, hasFocus: true, isWanted }}
    />,
  );
  expect(html).toMatch(/<input[^>]*id="field"[^>]*value="p-1"|<input[^>]*value="p-1"[^>]*id="field"/);
  expect(html.match(/role="option"/g) ?? []).toHaveLength(options);
  expect(html).toContain(isWanted ? '1 profile. Use the arrow keys to choose.' : 'aria-expanded="false"');
});

it('asks for the list by coming with Tab, and by no other key or focus', () => {
  expect(['Tab', 'Enter', 'a'].map((key) => asksForList({ key }))).toEqual([true, false, false]);
});
