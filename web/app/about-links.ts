/** Pages about the site, in the footer. */
export const ABOUT_LINKS = [
  { to: '/guidelines', label: 'Guidelines' },
  { to: '/numbers', label: 'Numbers' },
  { to: '/how-hearts-work', label: 'How hearts work' },
  { to: '/help', label: 'Help' },
  { to: '/classes', label: 'Classes' },
  { to: '/support', label: 'Contact' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/terms', label: 'Terms' },
] as const

/**
 * Pages that are open to a banned member: the rules, how to object [2 §2], the own data, links in mails, and leaving.
 */
export const isOpenToBanned = (pathname: string) =>
  /^\/(guidelines|numbers|help|support|privacy|terms|leave|export|decision(\/.*)?|(unsubscribe|confirm-email)\/[^/]+)$/.test(
    pathname,
  )
