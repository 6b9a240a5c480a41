/** Pages about the site, in the footer. */
export const ABOUT_LINKS = [
  { to: '/guidelines', label: 'Guidelines' },
  { to: '/how-hearts-work', label: 'How hearts work' },
  { to: '/help', label: 'Help' },
  { to: '/classes', label: 'Classes' },
  { to: '/support', label: 'Contact' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/terms', label: 'Terms' },
] as const

/** Pages that a banned member can read: the rules, and how to object [2 §2]. */
export const isOpenToBanned = (pathname: string) => /^\/(guidelines|help|support|privacy|terms)$/.test(pathname)
