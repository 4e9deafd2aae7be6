import { z } from 'zod';
import { networkLabel } from '@/lib/networks/networks';
import { type Condition, draftOfList, list } from '@/lib/policy/conditions/condition';
import { joinList } from '@/lib/text/join-list';

/** The network is one of these. */
export const networks: Condition<string[]> = {
  schema: list,
  holds: (named, { network }) => named.includes(network),
  comparison: { list: (named) => named },
  describe: (named) => `on the network ${joinList(named.map(networkLabel), 'or')}`,
  explain: (_named, { network }) => `the network is ${networkLabel(network)}`,
  example: ([network = ''], calm) => ({ ...calm, network }),
  draft: draftOfList(z.array(z.string())),
};
