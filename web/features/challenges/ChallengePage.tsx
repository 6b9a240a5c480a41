import type { QueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { lazyPage } from '../../ui/lazy-part.tsx'
import { PageSpinner } from '../../ui/PageSpinner.tsx'

const Challenges = lazyPage(async () => ({ default: (await import('./Challenges.tsx')).Challenges }))
const ChallengeSearch = lazyPage(async () => ({ default: (await import('./ChallengeSearch.tsx')).ChallengeSearch }))
const Queue = lazyPage(async () => ({ default: (await import('./queue/Queue.tsx')).Queue }))
const OneChallenge = lazyPage(async () => ({ default: (await import('./OneChallenge.tsx')).OneChallenge }))

/** Until a challenge is there, one stays on the page before it. */
export const loadChallenge =
  (client: QueryClient) =>
  async ({ params: { id } }: LoaderFunctionArgs) => {
    if (id) await client.ensureQueryData((await import('./queries.ts')).challengeQuery(idOf(id)))
    return null
  }

function idOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Response(null, { status: 404 })
  return Number(text)
}

/**
 * All challenges, a search among them, what is in the queue, or one of them [1 §2]. One page for all, which holds nothing
 * itself: the first page carries every route, and what each needs.
 */
export function ChallengePage() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <Place />
    </Suspense>
  )
}

function Place() {
  const { id, view } = useParams()
  if (id) return <OneChallenge key={id} id={idOf(id)} />
  if (view === undefined) return <Challenges />
  if (view === 'search') return <ChallengeSearch />
  if (view === 'queue') return <Queue />
  throw new Response(null, { status: 404 })
}
