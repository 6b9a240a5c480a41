/** Pages about the site, in the footer and the menu. */
export const ABOUT_LINKS = [
  { to: '/guidelines', label: 'Guidelines' },
  { to: '/how-hearts-work', label: 'How hearts work' },
  { to: '/help', label: 'Help' },
  { to: '/classes', label: 'Classes' },
  { to: '/support', label: 'Contact' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/terms', label: 'Terms' },
] as const
