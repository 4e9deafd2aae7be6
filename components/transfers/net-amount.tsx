import { AmountText } from '@/components/values/amount';
import { readableText } from '@/components/values/untrusted-text';

/** A signed sum: + where more came in, − where more went out, with words for screen readers. */
export function NetAmount({ net, asset }: { net: string; asset?: string }) {
  const isOut = net.startsWith('-');
  const size = isOut ? net.slice(1) : net;
  return (
    <span>
      {size !== '0' && (
        <>
          <span aria-hidden className="font-mono text-dim">
            {isOut ? '−' : '+'}
          </span>
          <span className="sr-only">{isOut ? 'minus ' : 'plus '}</span>
        </>
      )}
      <AmountText amount={readableText(size, 200)} asset={asset} />
    </span>
  );
}
