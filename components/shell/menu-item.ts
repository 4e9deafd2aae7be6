/** Classes of an item in the navigation and in the menus of the header. */
export const MENU_ITEM = 'block w-full rounded-control px-2.5 py-1.5 text-left max-md:py-2.5';
/** The same for an item that is not the current one. */
export const QUIET_MENU_ITEM = `${MENU_ITEM} text-dim hover:bg-soft hover:text-ink`;
