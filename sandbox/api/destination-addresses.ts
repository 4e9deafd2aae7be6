import type { Middleware } from 'koa';
import { z } from 'zod';
import { answerProblem } from '@/sandbox/api/answer';
import { pageOf } from '@/sandbox/api/offset-pages';
import type { TransferService } from '@/sandbox/api/transfer-service';
import { findVasp } from '@/sandbox/api/vasp-directory';
import { savedAddressSchema, type StoredAddress } from '@/sandbox/ledger/saved-addresses';
import { problem } from '@/sandbox/problems';

/** Text in the purpose of data whose address is rejected. */
const REJECTED_PURPOSE = 'sandbox:reject';

/** State of an address, and when its review ends or ended, in milliseconds. */
interface Review {
  status: 'PENDING' | 'APPROVED' | 'REJECTED';
  reviewedAtMs: number;
}

/** Finds the state of a saved address: it is under review for a time after each change of its data. */
export function reviewOf({ options }: TransferService, saved: StoredAddress): Review {
  const reviewedAtMs = saved.saved_at + options.addressReviewSeconds * 1000;
  if (saved.travelrule_metadata.transfer_purpose.includes(REJECTED_PURPOSE))
    return { status: 'REJECTED', reviewedAtMs };
  return { status: options.clock() < reviewedAtMs ? 'PENDING' : 'APPROVED', reviewedAtMs };
}

/** Handles PUT /v2/transfer/crypto-destination-address: saves the travel-rule data of an address for an identity. */
export function putDestinationAddress(service: TransferService): Middleware {
  return (ctx) => {
    const parsed = savedAddressSchema.safeParse(ctx.request.body);
    if (!parsed.success) return answerProblem(ctx, problem('bad-request', z.prettifyError(parsed.error)));
    const { vasp } = parsed.data.travelrule_metadata;
    if (vasp && 'id' in vasp && !findVasp(service.options, vasp.id))
      return answerProblem(ctx, problem('bad-request', 'travelrule_metadata.vasp.id is unknown.'));
    ctx.body = viewAddress(service, service.savedAddresses.save(parsed.data));
  };
}

/**
 * Handles GET /v2/transfer/crypto-destination-addresses: saved addresses with their state, of the networks, addresses
 * and identities that are named (docs/specification/service-facts.md#destination-addresses).
 */
export function listDestinationAddresses(service: TransferService): Middleware {
  return (ctx) => {
    const { crypto_networks: networks, addresses, identity_ids: identities } = ctx.query;
    const found = service.savedAddresses
      .list()
      .filter(
        ({ crypto_network: network, address, identity_id: identity = '' }) =>
          isAsked(networks, network) && isAsked(addresses, address) && isAsked(identities, identity),
      );
    const page = pageOf(ctx.query, 'addresses', found.length);
    if (!page.ok) return answerProblem(ctx, problem('bad-request', page.error));
    const { from, to, nextCursor } = page.value;
    ctx.body = {
      items: found.slice(from, to).map((saved) => viewAddress(service, saved)),
      next_page_cursor: nextCursor,
    };
  };
}

const isAsked = (asked: string | string[] | undefined, value: string) =>
  asked === undefined || [asked].flat().includes(value);

function viewAddress(service: TransferService, { saved_at: savedAt, ...saved }: StoredAddress) {
  return { ...saved, status: reviewOf(service, { ...saved, saved_at: savedAt }).status };
}
