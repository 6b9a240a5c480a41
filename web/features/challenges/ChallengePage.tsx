import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'

const VIEWS = {
  '': async () => (await import('./Challenges.tsx')).Challenges,
  search: async () => (await import('./ChallengeSearch.tsx')).ChallengeSearch,
  queue: async () => (await import('./queue/Queue.tsx')).Queue,
}

const isView = (view: string): view is keyof typeof VIEWS => Object.hasOwn(VIEWS, view)

/** What is shown at an address, once it is there with what it begins with; until then one stays on the page before it. */
export const loadChallenge =
  (client: QueryClient) =>
  ({ params: { id, view = '' } }: LoaderFunctionArgs): Promise<ComponentType> => {
    if (id) return loadOne(client, id)
    if (!isView(view)) throw new Response(null, { status: 404 })
    return VIEWS[view]()
  }

async function loadOne(client: QueryClient, id: string): Promise<ComponentType> {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new Response(null, { status: 404 })
  const [{ OneChallenge }, { challengeQuery }] = await Promise.all([
    import('./OneChallenge.tsx'),
    import('./queries.ts'),
  ])
  await client.ensureQueryData(challengeQuery(Number(id)))
  return OneChallenge
}

/**
 * All challenges, a search among them, what is in the queue, or one of them [1 §2]. One page for all, which holds nothing
 * itself: the first page carries every route, and what each needs.
 */
export function ChallengePage() {
  const View = useLoaderData() as ComponentType
  return <View />
}
