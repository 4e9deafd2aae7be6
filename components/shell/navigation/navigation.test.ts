import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breadcrumbsOf, findPlace } from '@/components/shell/navigation/find-place';
import { firstPageFor, sectionsFor } from '@/components/shell/navigation/navigation';
import { routes } from '@/lib/http/routes';
import { ROLES, type Role } from '@/lib/identity/roles';

const listed = (...roles: Role[]) =>
  sectionsFor(roles)
    .filter(({ isListed }) => isListed)
    .map(({ label }) => label);
const pagesOf = (...roles: Role[]) => sectionsFor(roles).flatMap(({ pages }) => pages.map(({ href }) => href));
const anyRoles = fc.subarray([...ROLES], { minLength: 1 });

describe('sectionsFor', () => {
  it('lists what the role works with, its first page first', () => {
    expect(listed('finance')).toEqual(['Home', 'Withdrawals', 'Transfers', 'Recipients']);
    expect(listed('approver')).toEqual(['Approvals', 'Withdrawals', 'Transfers', 'Recipients']);
    expect(listed('support')).toEqual(['Transfers', 'Withdrawals', 'Recipients']);
    expect(listed('auditor')).toEqual(['Home', 'Withdrawals', 'Transfers', 'Recipients', 'Settings', 'Oversight']);
    expect(listed('admin')).toEqual([
      'Home',
      'Approvals',
      'Withdrawals',
      'Transfers',
      'Recipients',
      'Settings',
      'Oversight',
    ]);
    expect(listed('finance', 'approver')).toEqual(['Home', 'Approvals', 'Withdrawals', 'Transfers', 'Recipients']);
  });

  it('gives several roles what it gives to each of them, in one order, and leads to a first page that is listed', () => {
    fc.assert(
      fc.property(anyRoles, (roles) => {
        expect(listed(...roles.toReversed())).toEqual(listed(...roles));
        expect(new Set(pagesOf(...roles))).toEqual(new Set(roles.flatMap((role) => pagesOf(role))));
        expect(sectionsFor(roles).find(({ isListed }) => isListed)?.pages[0].href).toBe(firstPageFor(roles));
        expect(listed(...roles).length).toBeLessThanOrEqual(7);
      }),
    );
  });

  it('knows every page without a parameter that is no step of another', () => {
    const steps = ['/sign-in', '/unsubscribe', '/account/set-up', '/new', '/import', '/adopt'];
    const addresses = Object.values(routes).filter(
      (route): route is Extract<typeof route, string> =>
        typeof route === 'string' && !/[?#]|^\/api\//.test(route) && !steps.some((step) => route.endsWith(step)),
    );
    expect(pagesOf(...ROLES)).toEqual(expect.arrayContaining(addresses));
    // Nobody is led to a page that would refuse them.
    expect(pagesOf('support')).not.toContain(routes.templates);
  });
});

describe('findPlace', () => {
  const sections = sectionsFor(['admin']);
  const place = (pathname: string) => {
    const { section, page } = findPlace(sections, pathname);
    return [section?.label, page?.label];
  };
  it('finds the section of a page, and its tab', () => {
    expect(place('/')).toEqual(['Home', 'Home']);
    expect(place('/networks')).toEqual(['Transfers', 'Networks']);
    expect(place('/withdrawals/batches/1')).toEqual(['Withdrawals', undefined]);
    expect(place('/nothing')).toEqual([undefined, undefined]);
  });

  it('names the pages above one that is three deep', () => {
    expect(breadcrumbsOf(sections, '/withdrawals/batches/1')).toEqual([
      { href: '/withdrawals', label: 'Withdrawals' },
      { href: '/withdrawals/batches', label: 'Batches' },
    ]);
    expect(breadcrumbsOf(sections, '/recipients/1/change')).toEqual([
      { href: '/recipients', label: 'Recipients' },
      { href: '/recipients/1', label: 'Entry' },
    ]);
    expect(breadcrumbsOf(sections, '/withdrawals/1')).toEqual([]);
    expect(breadcrumbsOf(sections, '/withdrawals/batches/1', true)).toEqual([
      { href: '/approvals', label: 'Approvals' },
    ]);
  });
});
