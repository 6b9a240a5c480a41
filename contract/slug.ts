import * as z from 'zod/mini'
import { SLUG_MAX } from './limits.ts'

/**
 * Makes a patron's slug from a text [2 §5]: at most 50 characters, lower case, hyphens for spaces, and only letters,
 * digits, underscores and hyphens. Accents are removed. May be empty.
 */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .slice(0, SLUG_MAX)
    .toLowerCase()
    .replace(/\s/g, '-')
    .replace(/[^a-z0-9_-]/g, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-/, '')
}

/** First path segments that the site uses or may use later, and words that could be taken for the site itself. */
const RESERVED = new Set(
  `a about account activity admin admins album albums announcements api appeal appeals apps artists assets awards
  banned blog brushes cdn-cgi challenge challenges chat classes co-op comment community compo compos confirm-email
  contact content covers croquis decision decisions dev download e edit editprofile explore export failed-mails
  favorites featuredsketches features feeds file files first-paint forum gallery gloperate gloperator gloperators
  group groups guidelines healthz heart help home how-hearts-work image images index kit leave live lobby log-in
  log-out login logout me members mentions message messages mod moderation moderator moderators mods news
  notifications numbers oembed official pages patron patrons privacy profile rate recenthearts recentsketches recover
  register rules search session sessions settings shared sign-in sign-up signin signup sitemap sketch sketch-file
  sketches socket staff statistics stats store stream streams support synthesize system tag tags team terms theme
  topsketches unsubscribe upload user users verify video welcome whiteboard www`.split(/\s+/),
)

/** True if a slug cannot be the address of a profile: the site uses it, or it looks like a number. */
export function isReservedSlug(slug: string): boolean {
  return RESERVED.has(slug) || /^\d+$/.test(slug)
}

/** True if a path segment can be the slug of a patron, in upper or lower case. */
export function mayBeSlug(word: string): boolean {
  return /^[\w-]{1,50}$/.test(word) && !isReservedSlug(word.toLowerCase())
}

/** A slug as it is stored; empty for none. */
export const slug = z.pipe(
  z.string().check(z.maxLength(SLUG_MAX * 4)),
  z.pipe(z.transform(slugOf), z.string().check(z.refine((text) => !isReservedSlug(text)))),
)
