import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';

interface ListTabsProps {
  label: string;
  tabs: readonly { label: string; href: string; isCurrent: boolean }[];
}

/** Shows links to several lists, each with its own address. */
export function ListTabs({ label, tabs }: ListTabsProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-2">
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          aria-current={tab.isCurrent ? 'page' : undefined}
          className={buttonClass(
            'plain',
            'min-h-8 px-3 py-1 text-body aria-[current]:border-accent aria-[current]:bg-accent-soft',
          )}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
