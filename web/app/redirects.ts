import type { QueryClient } from '@tanstack/react-query'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { sessionQuery, signInAddress } from '../lib/session.ts'

/** Addresses that stand for another one [1 §2]: prefixes, and the paths of replies when they are opened as pages. */
const STANDS_FOR: [RegExp, string][] = [
  [/^\/e(\/.+)$/, '$1'],
  [/^\/gallery\/?$/, '/gallery/recent'],
  [/^\/gallery\/user\/([1-9]\d*)$/, '/user/$1'],
  [/^\/(featured|recent)Sketches$/, '/gallery/$1'],
  [/^\/recentHearts$/, '/gallery/hearts'],
  [/^\/topSketches\/\d+$/, '/gallery/tops'],
  [/^(\/tag\/[^/]+|\/user\/[1-9]\d*)\/(sketches|hearts)$/, '$1'],
]

/** Where a path leads that is no page's own, or null. */
export function standsFor(path: string): string | null {
  const [pattern, address] = STANDS_FOR.find(([known]) => known.test(path)) ?? []
  return pattern && address ? path.replace(pattern, address) : null
}

/** The loader of every path that is no page: it leads on, or to the page that says there is none. */
export function elsewhere({ request }: LoaderFunctionArgs): Response {
  const { pathname, search } = new URL(request.url)
  const address = standsFor(pathname)
  if (address) return redirect(address + search)
  if (/^\/gallery\/groups?(\/|$)/.test(pathname)) throw new Response('Invalid group', { status: 404 })
  throw new Response(null, { status: 404 })
}

/** One's own gallery is on one's profile; visitors are asked to log in first. */
export const ownGallery = (client: QueryClient) => async (): Promise<Response> => {
  const { user } = await client.ensureQueryData(sessionQuery)
  if (user) return redirect(`/user/${user.id}`)
  location.assign(signInAddress('/gallery/user'))
  return new Promise(() => undefined)
}
