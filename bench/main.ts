import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { benchAge } from '@/bench/age';
import { benchAnswers } from '@/bench/click-to-answer';
import { benchApprovalToPost } from '@/bench/approval-to-post';
import { benchApprovals } from '@/bench/approvals';
import { benchDecode } from '@/bench/decode';
import { benchDepth } from '@/bench/depth';
import { type Desk, openDesk } from '@/bench/desk';
import { benchEdge } from '@/bench/edge';
import { benchExport } from '@/bench/export';
import { describeFigure, type Figure, isMet } from '@/bench/figure';
import { benchFirstRow } from '@/bench/first-row';
import { benchFirstSync } from '@/bench/first-sync';
import { benchSimilarAddresses } from '@/bench/similar-addresses';
import { benchLoad } from '@/bench/load';
import { benchLookup } from '@/bench/lookup';
import { benchNotify } from '@/bench/notify';
import { benchBatchSums, benchPolicy } from '@/bench/policy';
import { benchReplay } from '@/bench/policy-replay';
import { benchProof } from '@/bench/proof';
import { benchRequestLookup } from '@/bench/request-lookup';
import { benchScale } from '@/bench/scale';
import { benchScripts } from '@/bench/scripts';
import { benchScroll } from '@/bench/scroll';
import { benchSearch } from '@/bench/search';
import { benchAddressChecks } from '@/bench/address-checks';
import { readCount } from '@/scripts/read-environment';

const transfers = readCount('BENCH_TRANSFERS', 1_000_000);

type Bench = (desk: () => Promise<Desk>) => Promise<Figure[]>;
const BENCHES: Record<string, Bench> = {
  decode: benchDecode,
  answers: benchAnswers,
  addresses: async () => [...benchAddressChecks(), ...(await benchSimilarAddresses())],
  policy: async (desk) => [await benchBatchSums(), ...(await benchReplay()), ...(await benchPolicy(await desk()))],
  proof: benchProof,
  approvals: benchApprovals,
  notify: async () => [...(await benchNotify()), ...(await benchApprovalToPost())],
  sync: () => benchFirstSync(transfers),
  requests: benchRequestLookup,
  lookup: async (desk) => benchLookup(await desk()),
  search: async (desk) => benchSearch(await desk()),
  list: async (desk) => benchFirstRow(await desk()),
  scripts: async (desk) => benchScripts(await desk()),
  scroll: async (desk) => benchScroll(await desk()),
  depth: async (desk) => benchDepth(await desk()),
  export: async (desk) => benchExport(await desk()),
  load: benchLoad,
  edge: benchEdge,
};

// Takes minutes to hours, so each runs only where it is named.
const LONG: Record<string, Bench> = { scale: benchScale, age: benchAge };

const { values, positionals } = parseArgs({ options: { json: { type: 'string' } }, allowPositionals: true });
const unknown = positionals.find((name) => !(name in BENCHES) && !(name in LONG));
if (unknown)
  throw new Error(
    `There is no benchmark "${unknown}". Choose from ${Object.keys({ ...BENCHES, ...LONG }).join(', ')}.`,
  );

let opened: Promise<Desk> | undefined;
const results: Figure[] = [];
try {
  for (const [name, bench] of Object.entries({ ...BENCHES, ...LONG })) {
    if (positionals.length > 0 ? !positionals.includes(name) : name in LONG) continue;
    for (const figure of await bench(() => (opened ??= openDesk(transfers)))) {
      console.log(describeFigure(figure));
      results.push(figure);
    }
  }
} finally {
  await (await opened)?.close();
}
const report = {
  node: process.version,
  transfers,
  results: results.map((figure) => ({ ...figure, isMet: isMet(figure) })),
};
if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
