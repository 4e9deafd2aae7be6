import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SheetQuestions } from '@/components/sheets/sheet-questions';

const nothing = () => undefined;
const render = (given: Partial<Parameters<typeof SheetQuestions>[0]>) =>
  renderToStaticMarkup(
    <SheetQuestions
      fileName="october.xlsx"
      questions={[]}
      facts={[]}
      error={undefined}
      isAnswered
      onAnswer={nothing}
      onContinue={nothing}
      onCancel={nothing}
      {...given}
    />,
  );
const question = {
  id: 'encoding',
  topic: 'Encoding',
  title: 'Which encoding?',
  options: [{ value: 'a', label: 'Western', samples: ['M\u202Eüller', '<b>'] }],
  chosen: undefined,
};

it('shows the cells of a file as text, each by itself, with hidden characters made visible', () => {
  const page = render({ questions: [question], isAnswered: false });
  expect(page).toMatch(/<bdi[^>]*>M⟨U\+202E⟩üller<\/bdi>/);
  expect(page).toContain('&lt;b&gt;</bdi>');
  expect(page).not.toContain('checked');
});

it('goes on only with every answer, and not where the answers give no rows', () => {
  expect(render({ questions: [question], isAnswered: false })).toMatch(/<button[^>]*disabled[^>]*>Continue/);
  expect(render({ questions: [question], isAnswered: false })).toContain('Choose an answer to each question first.');
  expect(render({ error: 'Row 4 has more cells.' })).toMatch(/<button[^>]*disabled[^>]*>Continue/);
  expect(render({})).not.toContain('disabled=');
});
