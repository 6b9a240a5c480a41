import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, parsePath, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import type { ListOf } from './samples.ts'

type Rendering = {
  /** Path and query of the page. */
  at?: string
  /** State of the navigation to the page. */
  state?: unknown
  /** Null for a visitor. */
  user?: CurrentUser | null
  /** Replies that the page has, by the keys of their queries. */
  replies?: readonly (readonly [QueryKey, unknown])[]
  /** Keys of replies whose last refresh failed. */
  staleReplies?: readonly QueryKey[]
}

/** Renders a part of a page to markup, without effects, so that a dialog or a lazy part is missing. */
export function renderMarkup(
  part: ReactNode,
  { at = '/', state = null, user = null, replies = [], staleReplies = [] }: Rendering = {},
): string {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(['session'], { user })
  for (const [key, reply] of replies) client.setQueryData(key, reply)
  for (const queryKey of staleReplies)
    client
      .getQueryCache()
      .find({ queryKey })
      ?.setState({ status: 'error', error: new Error('lost') })
  const router = createMemoryRouter([{ path: '*', element: part }], { initialEntries: [{ ...parsePath(at), state }] })
  vi.stubGlobal('document', { cookie: user ? 'signed-in=1' : '' })
  vi.stubGlobal('location', new URL(at, 'http://localhost'))
  try {
    return renderToStaticMarkup(
      createElement(QueryClientProvider, { client }, createElement(RouterProvider, { router })),
    )
  } finally {
    vi.unstubAllGlobals()
    router.dispose()
  }
}

/** The only page of a list, as the cache holds it. */
export const onlyPage = <Item>(items: readonly Item[]) => ({
  pages: [{ items, done: true, cursor: '' } satisfies ListOf<Item>],
  pageParams: [''],
})

/** The text of markup, without its tags. */
export const textOf = (markup: string): string => markup.replace(/<[^>]*>/g, '')
