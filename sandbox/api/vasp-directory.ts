import type { Middleware } from 'koa';
import { answerProblem } from '@/sandbox/api/answer';
import { pageOf } from '@/sandbox/api/offset-pages';
import type { TransferService } from '@/sandbox/api/transfer-service';
import type { SandboxOptions } from '@/sandbox/options';
import { problem } from '@/sandbox/problems';

/** Provider of the directory; one in five has no website. */
interface Vasp {
  id: string;
  name: string;
  website?: string;
}

// Names as they come: other scripts, a direction mark, 300 letters.
const NAMES = [
  'Example Exchange',
  'Northwind Custody',
  '株式会社サンプル取引所',
  'Обменник Пример',
  'بورصة المثال',
  'Reversed \u202Eegnahcxe',
  'Endless '.padEnd(300, 'x'),
];

/** Makes the provider with a number from 0. */
function vaspAt(number: number): Vasp {
  const id = `vasp-${String(number).padStart(5, '0')}`;
  const name = NAMES[number] ?? `Provider ${number}`;
  return number % 5 === 4 ? { id, name } : { id, name, website: `https://${id}.example` };
}

/** Finds the provider with an id; undefined where the directory has none. */
export function findVasp({ vasps }: SandboxOptions, id: string): Vasp | undefined {
  const number = /^vasp-[0-9]{5}$/.test(id) ? Number(id.slice(5)) : vasps;
  return number < vasps ? vaspAt(number) : undefined;
}

/** Handles GET /v2/travelrule/vasps: the providers whose name has the text `search`, in pages. */
export function listVasps({ options }: TransferService): Middleware {
  return (ctx) => {
    const search = String(ctx.query.search ?? '').toLowerCase();
    const found = Array.from({ length: options.vasps }, (_none, number) => vaspAt(number)).filter(({ name }) =>
      name.toLowerCase().includes(search),
    );
    const page = pageOf(ctx.query, 'vasps', found.length);
    if (!page.ok) return answerProblem(ctx, problem('bad-request', page.error));
    ctx.body = { items: found.slice(page.value.from, page.value.to), next_page_cursor: page.value.nextCursor };
  };
}
