import { Markdown } from 'markdown-to-jsx/react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { routes } from '@/lib/http/routes';

const OVERRIDES = {
  h2: { props: { className: 'mt-6 mb-2 scroll-mt-20 text-heading font-semibold' } },
  p: { props: { className: 'my-2 text-pretty' } },
  ol: { props: { className: 'my-2 list-decimal space-y-1.5 pl-6' } },
  ul: { props: { className: 'my-2 list-disc space-y-1.5 pl-6' } },
  code: { props: { className: 'rounded-sm bg-soft px-1 font-mono wrap-anywhere' } },
  img: GuideImage,
  a: GuideLink,
};

/** Renders a guide of docs/guide. The text is our own; HTML in it is shown as text all the same. */
export function GuideText({ markdown }: { markdown: string }) {
  return (
    <article className="max-w-reading leading-relaxed">
      <Markdown
        options={{
          disableParsingRawHTML: true,
          forceBlock: true,
          slugify,
          overrides: { ...OVERRIDES, h1: { component: GuideTitle, props: { parts: listParts(markdown) } } },
        }}
      >
        {markdown}
      </Markdown>
    </article>
  );
}

/** The title of a guide, with its contents below. */
function GuideTitle({ children, parts }: { children?: ReactNode; parts: readonly string[] }) {
  return (
    <>
      <h1 className="text-title font-semibold tracking-tight text-balance">{children}</h1>
      <nav aria-label="Contents" className="my-3 print:hidden">
        <ul className="gap-x-8 sm:columns-2">
          {parts.map((part) => (
            <li key={part}>
              <a href={`#${slugify(part)}`} className="block py-1 text-accent hover:underline">
                {part}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

const listParts = (markdown: string) => [...markdown.matchAll(/^## (.+)$/gm)].map(([, part = '']) => part.trim());
const slugify = (title: string) => title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');

/** In the repository an image lies under public/; in the console the same file is served from the root. */
function GuideImage({ src = '', alt }: { src?: string; alt?: string }) {
  return (
    // oxlint-disable-next-line nextjs/no-img-element -- served as it is, by this console
    <img
      src={src.replace(/^(?:\.\.\/)+public\//, '/')}
      alt={alt ?? ''}
      loading="lazy"
      className="my-4 rounded-panel border border-line"
    />
  );
}

/** A guide links to another as a file of the repository. */
function GuideLink({ href = '', children }: ComponentProps<'a'>) {
  const guide = /^([a-z]+)\.md$/.exec(href)?.[1];
  return (
    <Link href={guide === undefined ? href : routes.guide(guide)} className="text-accent underline">
      {children}
    </Link>
  );
}
