import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { compoMessages } from '../../lib/messages/compos.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListEnd } from '../../ui/ListEnd.tsx'
import { Page, PageHead } from '../../ui/Page.tsx'
import { CompoCards } from './CompoCards.tsx'
import { CompoDialog } from './CompoDialog.tsx'
import { composQuery } from './queries.ts'

/** Prefetches the first compos while the page renders. */
export function loadCompos(client: QueryClient): null {
  void client.prefetchInfiniteQuery(composQuery)
  return null
}

/** All compos, latest first [1 §2]. */
export function ComposPage() {
  return (
    <Page title="Compos" gap={16}>
      <PageHead title="Compos">
        <OpenCompoButton />
      </PageHead>
      <AllCompos />
    </Page>
  )
}

function AllCompos() {
  const query = useInfiniteQuery(composQuery)
  const compos = itemsOf(query.data)
  if (query.data && compos.length === 0) return <EmptyState>{compoMessages.none}</EmptyState>
  return (
    <div>
      <CompoCards
        label="Compos"
        compos={compos}
        isLoading={query.isFetching && (!query.data || query.isFetchingNextPage)}
      />
      <ListEnd query={query} />
    </div>
  )
}

/** Button that opens a compo: for staff, and with `?group=`, to which the page of a group links, for its helpers. */
function OpenCompoButton() {
  const user = useUser()
  const [params] = useSearchParams()
  const group = params.get('group')
  const [isOpen, setOpen] = useState(group !== null)
  if (!user || (!user.gloperator && group === null)) return null
  return (
    <>
      <Button icon={Plus} onClick={() => setOpen(true)}>
        Open a compo
      </Button>
      {isOpen && <CompoDialog group={group ?? ''} onClose={() => setOpen(false)} />}
    </>
  )
}
