/**
 * Paths of the pages. They equal those of the router: `:name` matches one part, and `?` marks an optional part. The
 * list of building blocks (`/kit`), which production builds do not have, is no page.
 */
export const PAGE_PATHS: readonly string[] = [
  '',
  'gallery/user',
  'gallery/:mode',
  'tag/:tag',
  'gallery/tag/:tag',
  'gallery/co-op/:id',
  'sketch/:id',
  'user/:userId/album/:albumId',
  'editProfile',
  'user/:id/edit',
  'user/:id/:view?',
  'sketch/:id/edit',
  'sketch/:id/synthesize',
  'upload',
  'activity/:kind?',
  'messages',
  'e?/message/:id',
  'message/write/:userId?',
  'forum',
  'forum/:category',
  'forum/topic/:id',
  'forum/new',
  'forum/search',
  'forum/categories',
  'chat/:room?',
  'whiteboard',
  'whiteboard/history',
  'streams',
  'stream/sheet',
  'stream/:id',
  'challenges',
  'challenges/search',
  'challenges/queue',
  'challenge/:id',
  'compos',
  'compo/:key',
  'compo/:key/vote',
  'awards/:year?',
  'groups',
  'group/:slug',
  'gallery/group/:slug',
  'e?/a/groups/:tab?',
  'e?/stats/:id',
  'artists',
  'search',
  'content',
  'shared/brush/:id',
  'welcome',
  'sessions',
  'export',
  'leave',
  'store',
  'store/paypal-success',
  'store/purchases',
  'store/receipt/:id',
  'recover',
  'recover/:key',
  'confirm-email/:key',
  'unsubscribe/:token',
  'gloperate',
  'gloperate/case/:id',
  'decision',
  'decision/:of/:id',
  'gloperate/appeals',
  'gloperate/comments',
  'gloperate/sketches',
  'gloperate/pictures',
  'gloperate/log',
  'gloperate/site',
  'gloperate/orders',
  'gloperate/bans',
  'failed-mails',
  'logout',
  'how-hearts-work',
  'numbers',
  'guidelines',
  'help',
  'classes',
  'support',
  'privacy',
  'terms',
  'sign-in/apple/return',
  'sign-in/failed',
]

/**
 * Alternative addresses [1 §2]: prefixes, and paths of the API that are opened as pages. No target may begin with two
 * slashes, which would lead to another site.
 */
const ALIASES: [RegExp, string][] = [
  [/^(?:\/e)+(\/(?!e\/)[^/\\].*)$/, '$1'],
  [/^\/gallery\/?$/, '/gallery/recent'],
  [/^\/gallery\/user\/([1-9]\d*)$/, '/user/$1'],
  [/^\/(featured|recent)Sketches$/, '/gallery/$1'],
  [/^\/recentHearts$/, '/gallery/hearts'],
  [/^\/topSketches\/\d+$/, '/gallery/tops'],
  [/^(\/tag\/[^/]+|\/user\/[1-9]\d*)\/(sketches|hearts)$/, '$1'],
]

/** Parts with only some values; others may have any. */
const PARTS: Readonly<Record<string, string>> = {
  id: '[1-9][0-9]{0,14}',
  userId: '[1-9][0-9]{0,14}',
  albumId: '[1-9][0-9]{0,14}',
  category: '[a-z][a-z0-9-]{1,31}',
  mode: 'featured|friends|groups|hearts|recent|recommended|tops|tops7|tops30|trending',
  year: '[0-9]{4}',
  view: 'sketches|about|likes|albums|streams|comments|fans|fanof|blocks',
  kind: 'all|replies|uploads|settings',
  tab: 'activity|stats|requests|queue|new|suggest|moderate',
}

const PATTERNS = PAGE_PATHS.map((path) => new RegExp(`^${path.split('/').map(patternOf).join('')}/?$`, 'i'))

function patternOf(part: string): string {
  const [, colon, name = '', optional = ''] = /^(:?)(.*?)(\??)$/.exec(part) ?? []
  if (!name) return ''
  return `(?:/${colon ? `(?:${PARTS[name] ?? '[^/]+'})` : name})${optional}`
}

/** Returns the address that a path is an alias of, or null. */
export function redirectTarget(path: string): string | null {
  const [pattern, address] = ALIASES.find(([known]) => known.test(path)) ?? []
  return pattern && address ? path.replace(pattern, address) : null
}

/** True if the application has a page at a path, or leads from it to one; what the page shows may be missing. */
export function isPagePath(path: string): boolean {
  if (PATTERNS.some((pattern) => pattern.test(path))) return true
  const address = redirectTarget(path)
  return address !== null && isPagePath(address)
}
