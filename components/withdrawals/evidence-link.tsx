import { buttonClass } from '@/components/ui/button';

/** Link that downloads the evidence of a request or batch: who signed what, for anyone to check. */
export function EvidenceLink({ href }: { href: string }) {
  return (
    // No Link: prefetching the file would record a download.
    <a href={href} download className={buttonClass('plain')} title="Who signed what, as a file that anyone can check">
      Evidence
    </a>
  );
}
