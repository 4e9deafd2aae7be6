import { ExternalLink } from 'lucide-react';
import { Address } from '@/components/values/address';
import { FactGroup } from '@/app/(console)/transfers/_details/fact-group';
import { UntrustedText } from '@/components/values/untrusted-text';
import { EnumWords } from '@/components/transfers/transfer-headline';
import { CopyButton } from '@/components/ui/copy-button';
import {
  explorerAddressUrl,
  explorerTransactionUrl,
  findNetwork,
  NETWORK_IDS,
  networkLabel,
} from '@/lib/networks/networks';
import type { TransferRow } from '@/lib/transfers/transfer';

/** Where on which network it went, and where anyone can see that. */
export function TransferChain({ transfer }: { transfer: TransferRow }) {
  const {
    crypto_network: network,
    destination_address: address,
    crypto_tx_hash: hash,
    crypto_tx_index: index,
    memo,
  } = transfer;
  return (
    <FactGroup
      title="Destination and chain"
      facts={[
        [
          'Network',
          network !== undefined &&
            (findNetwork(network) ? networkLabel(network) : <EnumWords value={network} known={NETWORK_IDS} />),
        ],
        [
          'Destination',
          address !== undefined && (
            <Linked
              text={address}
              what="destination address"
              network={network}
              url={explorerAddressUrl(network ?? '', address)}
            />
          ),
        ],
        ['Memo', memo !== undefined && <Copied text={memo} what="memo" />],
        [
          'Transaction hash',
          hash !== undefined && (
            <Linked text={hash} what="transaction hash" url={explorerTransactionUrl(network ?? '', hash)} />
          ),
        ],
        ['Output', index !== undefined && <Copied text={index} what="output" />],
      ]}
    />
  );
}

// Longer than any address or hash: drawing it in chunks would only slow the page down.
const LONGEST_IN_CHUNKS = 200;

function Linked({
  text,
  what,
  url,
  network,
}: {
  text: string;
  what: string;
  url: string | undefined;
  network?: string | undefined;
}) {
  return (
    <>
      {text.length > LONGEST_IN_CHUNKS ? (
        <UntrustedText text={text} />
      ) : (
        <Address address={text} {...(network !== undefined && { network })} />
      )}
      <CopyButton text={text} what={what} />
      {url !== undefined && (
        <a
          href={url}
          target="_blank"
          rel="noreferrer noopener"
          className="inline-flex min-h-6 items-center gap-1 rounded px-1 align-middle text-xs text-accent hover:underline"
        >
          Explorer
          <ExternalLink aria-hidden className="size-3" />
          <span className="sr-only"> page of the {what}, in a new tab</span>
        </a>
      )}
    </>
  );
}

/** An identifier, with a way to take it along. */
export function Copied({ text, what }: { text: string; what: string }) {
  return (
    <>
      <span className="font-mono text-[0.92em]">
        <UntrustedText text={text} />
      </span>{' '}
      <CopyButton text={text} what={what} />
    </>
  );
}
