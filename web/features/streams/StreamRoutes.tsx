import { Suspense } from 'react'
import { useParams } from 'react-router'
import { lazyPage } from '../../ui/lazy-component.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'

const StreamsPage = lazyPage(async () => ({ default: (await import('./list/StreamsPage.tsx')).StreamsPage }))
const BroadcastPage = lazyPage(async () => ({ default: (await import('./publish/BroadcastPage.tsx')).BroadcastPage }))
const StreamPage = lazyPage(async () => ({ default: (await import('./watch/StreamPage.tsx')).StreamPage }))

/** Pages of streams: the list, one stream, and publishing [2 §2 Streams]. Each is loaded when it is shown. */
export function StreamRoutes() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <Place />
    </Suspense>
  )
}

function Place() {
  const { id } = useParams()
  if (id === undefined) return <StreamsPage />
  if (id === 'sheet') return <BroadcastPage />
  return <StreamPage key={id} id={/^[1-9]\d{0,14}$/.test(id) ? Number(id) : null} />
}
