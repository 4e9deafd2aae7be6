import { buttonClass } from '@/components/ui/button';
import { Mark } from '@/components/ui/mark';
import { routes } from '@/lib/http/routes';

export default function NotFound() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-card flex-col justify-center gap-4 p-4">
      <Mark />
      <h1 className="text-title font-semibold">Page not found</h1>
      <p className="text-dim">No page has this address. Check it for a typing error.</p>
      {/* A plain link: whatever this page loads, every page loads. */}
      <a href={routes.home} className={buttonClass('plain', 'self-start')}>
        Go to the home page
      </a>
    </main>
  );
}
