import type { ReactNode } from 'react';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Notice } from '@/components/ui/notice';

interface PolicyWarningsProps {
  /** Sentences (lib/policy/analysis/analysis). */
  warnings: readonly string[];
  title?: string;
  className?: string;
  children?: ReactNode;
}

/** Lists what administrators should know about a policy; nothing where there is nothing. */
export function PolicyWarnings({
  warnings,
  title = 'Check the policy in force',
  className = 'mb-3',
  children,
}: PolicyWarningsProps) {
  if (warnings.length === 0) return null;
  return (
    <div className={className}>
      <Notice look="warn" title={title}>
        <ul className="list-disc pl-5">
          {warnings.map((warning) => (
            <li key={warning}>
              <UntrustedText text={warning} limit={1000} />
            </li>
          ))}
        </ul>
        {children}
      </Notice>
    </div>
  );
}
