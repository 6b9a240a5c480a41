import type { QueryClient } from '@tanstack/react-query'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { redirectTarget } from '../../contract/page-paths.ts'
import { mayBeSlug } from '../../contract/slug.ts'
import { sessionQuery, signInPath } from '../lib/session.ts'

/**
 * Loader of every path without a page: redirects aliases and throws a 404 for the rest. A link that could be the web
 * address of a patron is loaded from the site, which knows them.
 */
export async function redirectOrNotFound({ request }: LoaderFunctionArgs): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const address = redirectTarget(pathname)
  if (address) return redirect(address + search)
  if (/^\/(gallery\/groups?|group)(\/|$)/.test(pathname)) throw new Response('Invalid group', { status: 404 })
  const isFirstPage = location.pathname === pathname
  if (isFirstPage || !mayBeSlug(pathname.slice(1))) throw new Response(null, { status: 404 })
  location.assign(pathname + search)
  return new Promise(() => undefined)
}

/** Redirects members to the gallery of their own profile; visitors log in first. */
export const redirectToOwnGallery = (client: QueryClient) => async (): Promise<Response> => {
  const { user } = await client.ensureQueryData(sessionQuery)
  if (user) return redirect(`/user/${user.id}`)
  location.assign(signInPath('/gallery/user'))
  return new Promise(() => undefined)
}
