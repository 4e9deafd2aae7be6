import { ExternalLink } from 'lucide-react';
import { Address } from '@/components/values/address';
import { FactGroup } from '@/app/(console)/transfers/_details/_facts/fact-group';
import { UntrustedText } from '@/components/values/untrusted-text';
import { EnumLabel } from '@/components/transfers/transfer-headline';
import { Link } from '@/components/ui/link';
import { routes } from '@/lib/http/routes';
import { CopyButton } from '@/components/ui/copy-button';
import {
  explorerAddressUrl,
  explorerTransactionUrl,
  findNetwork,
  NETWORK_IDS,
  networkLabel,
} from '@/lib/networks/networks';
import type { TransferRow } from '@/lib/transfers/transfer';

/** The destination on its network, with links to a block explorer. */
export function TransferDestination({ transfer }: { transfer: TransferRow }) {
  const {
    crypto_network: network,
    destination_address: address,
    crypto_tx_hash: hash,
    crypto_tx_index: index,
    memo,
    recipient,
  } = transfer;
  return (
    <FactGroup
      title="Destination and transaction"
      facts={[
        [
          'Network',
          network !== undefined &&
            (findNetwork(network) ? networkLabel(network) : <EnumLabel value={network} known={NETWORK_IDS} />),
        ],
        [
          'Recipient',
          recipient && (
            <Link className="underline" href={routes.recipient(recipient.id)}>
              <UntrustedText text={recipient.name} limit={100} />
            </Link>
          ),
        ],
        [
          'Destination',
          address !== undefined && (
            <LinkedText
              text={address}
              what="destination address"
              network={network}
              url={explorerAddressUrl(network ?? '', address)}
            />
          ),
        ],
        ['Memo', memo !== undefined && <CopyableText text={memo} what="memo" />],
        [
          'Transaction hash',
          hash !== undefined && (
            <LinkedText text={hash} what="transaction hash" url={explorerTransactionUrl(network ?? '', hash)} />
          ),
        ],
        ['Output', index !== undefined && <CopyableText text={index} what="output" />],
      ]}
    />
  );
}

// Longer than any address or hash: drawing such a text in chunks would only slow down the page.
const MAX_CHUNKED_LENGTH = 200;

function LinkedText({
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
      {text.length > MAX_CHUNKED_LENGTH ? (
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
          className="inline-flex min-h-6 items-center gap-1 rounded px-1 align-middle text-label text-accent hover:underline"
        >
          Explorer
          <ExternalLink aria-hidden className="size-3" />
          <span className="sr-only"> page of the {what}, in a new tab</span>
        </a>
      )}
    </>
  );
}

/** An identifier with a button that copies it. */
export function CopyableText({ text, what }: { text: string; what: string }) {
  return (
    <>
      <span className="font-mono">
        <UntrustedText text={text} />
      </span>{' '}
      <CopyButton text={text} what={what} />
    </>
  );
}
