import path from 'node:path';

/** A place in a document that a source or document of the repository names. */
export interface Citation {
  /** The line that names it, counted from 1. */
  line: number;
  /** The cited file or folder, as a path from the root. */
  target: string;
  /** The anchor of the cited heading; absent where the citation names a whole file. */
  anchor?: string;
}

/** The files of the repository: every path, and the text of one. */
export interface Repository {
  paths: ReadonlySet<string>;
  /** Reads a file of `paths`. */
  read: (file: string) => string;
}

// A document by its path from the root, as comments cite it: docs/operations.md or docs/operations.md#backup.
const MENTION = /(?<![\w./-])(docs\/[\w./-]*\.md)(?:#([\w-]+))?/g;
const LINK = /\]\(([^()\s]+)\)/g;
const FENCE = /^ *(?:```|~~~)/;

/**
 * Finds every document that a source file or a Markdown file names by path, and every relative link of a Markdown file.
 */
export function findCitations(file: string, text: string): Citation[] {
  const mentions = text
    .split('\n')
    .flatMap((words, index) =>
      [...words.matchAll(MENTION)].map(([, target = '', anchor]) => toCitation(index + 1, target, anchor)),
    );
  return file.endsWith('.md') ? [...mentions, ...findLinks(file, text)] : mentions;
}

function findLinks(file: string, text: string): Citation[] {
  return withoutCode(text).flatMap((words, index) =>
    [...words.matchAll(LINK)].flatMap(([, link = '']) => {
      if (/^[a-z]+:/.test(link)) return [];
      const [relative = '', anchor] = link.split('#');
      const target = relative === '' ? file : path.posix.join(path.posix.dirname(file), relative);
      return [toCitation(index + 1, target.replace(/\/$/, ''), anchor)];
    }),
  );
}

const toCitation = (line: number, target: string, anchor: string | undefined): Citation => ({
  line,
  target,
  ...(anchor !== undefined && { anchor }),
});

/** Says which citations of a file do not resolve, one sentence each with file and line. */
export function checkCitations(file: string, text: string, repository: Repository): string[] {
  return findCitations(file, text).flatMap(({ line, target, anchor }) => {
    if (!exists(target, repository)) return [`${file}:${line} cites ${target}, which does not exist`];
    if (anchor === undefined || anchorsOf(repository.read(target)).has(anchor)) return [];
    return [`${file}:${line} cites ${target}#${anchor}, which has no such heading`];
  });
}

// Names of documents without their path, and sections of an interface document that is not in the repository.
const BARE = [
  /(?<!docs\/specification\/)\b(?:send-protocol|service-facts|service-interface|console-contract|threats)(?:\.md\b|,)/,
  /(?<![\w/-])(?:contract|interface|design|structure|proof)\.md\b|docs\/design\b/,
  /\bsection \d+(?:\.\d+)*/,
];
const OTHER_STANDARD = /\b(?:RFC|SEC|BIP|SEP|NIST|ASVS|ECMA)\b/;

/** Says which lines of a source file cite a document without its path, one sentence each with file and line. */
export function checkBareCitations(file: string, text: string): string[] {
  return text.split('\n').flatMap((words, index) => {
    const found = BARE.map((pattern) => pattern.exec(words)?.[0]).find((citation) => citation !== undefined);
    if (found === undefined || OTHER_STANDARD.test(words)) return [];
    return [`${file}:${index + 1} cites "${found}" without its path and heading`];
  });
}

/**
 * Says which paths in backticks of a Markdown file name nothing in the repository, one sentence each with file and
 * line.
 */
export function checkPaths(file: string, text: string, repository: Repository): string[] {
  return text.split('\n').flatMap((words, index) =>
    [...words.matchAll(/`([\w@.()[\]/-]+\/[\w@.()[\]/-]*)`/g)].flatMap(([, found = '']) => {
      const target = found.replace(/\/$/, '');
      // A path of the console, such as `/status`, is none of the repository.
      if (target.startsWith('/') || exists(target, repository)) return [];
      return [`${file}:${index + 1} names ${target}, which does not exist`];
    }),
  );
}

function exists(target: string, { paths }: Repository): boolean {
  return paths.has(target) || [...paths].some((known) => known.startsWith(`${target}/`));
}

/**
 * Gives the anchors of the headings of a Markdown text, as GitHub makes them: `## Two state machines` is
 * `two-state-machines`.
 */
export function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, words = ''] of withoutFences(markdown)
    .join('\n')
    .matchAll(/^#+ +(.+)$/gm)) {
    const anchor = words
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    const repeats = [...anchors].filter((other) => other === anchor || other.replace(/-\d+$/, '') === anchor).length;
    anchors.add(repeats === 0 ? anchor : `${anchor}-${repeats}`);
  }
  return anchors;
}

/** The lines of a Markdown text, those of fenced code blocks empty. */
function withoutFences(markdown: string): string[] {
  let isFenced = false;
  return markdown.split('\n').map((line) => {
    const isEdge = FENCE.test(line);
    if (isEdge) isFenced = !isFenced;
    return isFenced || isEdge ? '' : line;
  });
}

const withoutCode = (markdown: string) => withoutFences(markdown).map((line) => line.replaceAll(/`[^`]*`/g, ''));
