import { renderToStaticMarkup } from 'react-dom/server';
import { existsSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { GuideText } from '@/app/(console)/help/[guide]/guide-text';
import { GUIDES } from '@/lib/help/guides';
import { readGuide } from '@/lib/server/help/read-guide';

it('the contents lead to each part of a guide', () => {
  const markup = renderToStaticMarkup(<GuideText markdown={'# Guide\n\n## Say “no”, or é\n\nText\n\n## Look'} />);
  const targets = [...markup.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
  expect(targets).toHaveLength(2);
  for (const target of targets) expect(markup).toContain(`<h2 id="${target}"`);
});

/** The addresses of the pages of app/ that take no parameter, such as "/status". */
const PAGES = new Set(
  readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?:^|\/)page\.tsx$/.test(file))
    .map((file) => `/${file.replaceAll(/\([^)]*\)\/|\/?page\.tsx$/g, '')}`),
);

it.each(GUIDES)('every link and image of the guide $id leads to something that the console has', async (guide) => {
  const markup = renderToStaticMarkup(<GuideText markdown={await readGuide(guide)} />);
  const links = [...markup.matchAll(/ href="([^"]+)"/g)].map(([, link = '']) => link);
  const known = new Set([
    ...[...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `#${id}`),
    ...GUIDES.map(({ id }) => `/help/${id}`),
    ...PAGES,
  ]);
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((link) => !known.has(link))).toEqual([]);
  const images = [...markup.matchAll(/<img src="([^"]+)"/g)].map(([, image = '']) => image);
  expect(images.filter((image) => !existsSync(`public${image}`))).toEqual([]);
});
