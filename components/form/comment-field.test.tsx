import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { CommentField } from '@/components/form/comment-field';

const render = (length: number) =>
  renderToStaticMarkup(
    <CommentField label="Comment" value={'x'.repeat(length)} maxLength={500} onChange={() => undefined} />,
  );

describe('a comment field', () => {
  it.each([
    [400, '100 characters left'],
    [499, '1 character left'],
    [500, 'No characters left. Text beyond 500 characters is left out.'],
  ])('with %d of 500 characters says how much is left', (length, message) => {
    expect(render(length)).toContain(message);
  });

  it('says nothing while there is room', () => {
    expect(render(399)).not.toContain('left');
  });
});
