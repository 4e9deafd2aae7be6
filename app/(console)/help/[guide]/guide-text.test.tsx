import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { GuideText } from '@/app/(console)/help/[guide]/guide-text';

it('the contents lead to each part of a guide', () => {
  const markup = renderToStaticMarkup(<GuideText markdown={'# Guide\n\n## Say “no”, or é\n\nText\n\n## Look'} />);
  const targets = [...markup.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
  expect(targets).toHaveLength(2);
  for (const target of targets) expect(markup).toContain(`<h2 id="${target}"`);
});
