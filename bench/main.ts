import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { benchAge } from '@/bench/sizes/age';
import { benchAnswers } from '@/bench/decisions/click-to-answer';
import { benchApprovalToPost } from '@/bench/decisions/approval-to-post';
import { benchApprovals } from '@/bench/decisions/approvals';
import { benchDecode } from '@/bench/traffic/decode';
import { benchDepth } from '@/bench/sizes/depth';
import { type Desk, openDesk } from '@/bench/desk';
import { benchEdge } from '@/bench/traffic/edge';
import { benchExport } from '@/bench/traffic/export';
import { describeFigure, type Figure, isMet } from '@/bench/figure';
import { benchFirstRow } from '@/bench/browser/first-row';
import { benchFirstSync } from '@/bench/sizes/first-sync';
import { benchSimilarAddresses } from '@/bench/lookups/similar-addresses';
import { benchLoad } from '@/bench/traffic/load';
import { benchLookup } from '@/bench/lookups/lookup';
import { benchNotify } from '@/bench/decisions/notify';
import { benchBatchSums, benchPolicy } from '@/bench/decisions/policy';
import { benchReplay } from '@/bench/decisions/policy-replay';
import { benchProof } from '@/bench/decisions/proof';
import { benchRequestLookup } from '@/bench/lookups/request-lookup';
import { benchScale } from '@/bench/sizes/scale';
import { benchScripts } from '@/bench/browser/scripts';
import { benchScroll } from '@/bench/browser/scroll';
import { benchSearch } from '@/bench/browser/search';
import { benchAddressChecks } from '@/bench/lookups/address-checks';
import { readCount } from '@/scripts/read-environment';

const transfers = readCount('BENCH_TRANSFERS', 1_000_000);

type Bench = (desk: () => Promise<Desk>) => Promise<Figure[]>;
const BENCHES: Record<string, Bench> = {
  decode: benchDecode,
  answers: benchAnswers,
  addresses: async (desk) => [...benchAddressChecks(), ...(await benchSimilarAddresses(await desk()))],
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
