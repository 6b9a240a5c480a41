/** Pages about the site, in the footer and the menu. */
export const ABOUT_LINKS = [{ to: '/guidelines', label: 'Guidelines' }] as const
