import { Suspense } from 'react'
import { useParams } from 'react-router'
import { lazyPage } from '../../ui/lazy-component.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'

const Streams = lazyPage(async () => ({ default: (await import('./list/Streams.tsx')).Streams }))
const Sheet = lazyPage(async () => ({ default: (await import('./broadcast/Sheet.tsx')).Sheet }))
const OneStream = lazyPage(async () => ({ default: (await import('./OneStream.tsx')).OneStream }))

/**
 * All streams, one of them, or where they are started [2 §2 Streams]. One page for all, which holds nothing itself: the first
 * page carries every route, and what each needs.
 */
export function StreamPage() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <Place />
    </Suspense>
  )
}

function Place() {
  const { id } = useParams()
  if (id === undefined) return <Streams />
  if (id === 'sheet') return <Sheet />
  return <OneStream key={id} id={/^[1-9]\d{0,14}$/.test(id) ? Number(id) : null} />
}
