import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { CompoSketch } from '../../../contract/http/compo-item.ts'
import type { CompoInfo } from '../../../contract/http/compos.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'
import { compoMessages, noEntriesText } from '../../lib/messages/compos.ts'
import { entryMessages } from '../../lib/messages/entries.ts'
import { useUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useFocusHeadingAfterClose } from '../../ui/focus.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { OwnEntries } from '../entries/OwnEntries.tsx'
import { UploadTile } from '../entries/UploadTile.tsx'
import { TileGallery } from '../galleries/Gallery.tsx'
import type { Box } from '../galleries/row-layout.ts'
import { RowTile } from '../galleries/SketchTile.tsx'
import styles from './Entries.module.css'
import { compoUploadAddress, entriesQuery, entryListName } from './queries.ts'
import { RemoveFromCompoDialog } from './RemoveFromCompoDialog.tsx'

/** Entries before the result: latest first, without names. Members can remove their own before the deadline. */
export function Entries({ compo }: { compo: CompoInfo }) {
  const { id, title, state, own } = compo
  const [entryToRemove, setEntryToRemove] = useState<CompoInfo['own'][number]>()
  useFocusHeadingAfterClose(entryToRemove !== undefined)
  return (
    <section className={styles.entries} aria-label="Entries">
      {own.length > 0 && (
        <OwnEntries
          entries={own}
          from="the compo"
          addressOf={(entry) => sketchAddress(entry.id)}
          coverOf={({ thumbnail }) => thumbnail}
          onRemove={state === 'open' ? setEntryToRemove : undefined}
        />
      )}
      <EntryTiles compo={compo} />
      {entryToRemove && (
        <RemoveFromCompoDialog
          compo={{ key: id, title }}
          sketch={entryToRemove}
          onClose={() => setEntryToRemove(undefined)}
        />
      )}
    </section>
  )
}

function emptyText(compo: CompoInfo, isVisitor: boolean): string {
  if (compo.state !== 'open') return noEntriesText(isVisitor)
  return compo.group && !compo.canEnter ? entryMessages.noneByMembers : entryMessages.noEntries
}

function EntryTiles({ compo }: { compo: CompoInfo }) {
  const { id, canEnter } = compo
  const user = useUser()
  const query = useInfiniteQuery(entriesQuery(compo))
  const { data, isError, isFetching, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } = query
  const list = entryListName(compo.id)
  const tile = useCallback(
    (sketch: CompoSketch, box: Box) => <RowTile sketch={sketch} to={sketchAddress(sketch.id, list)} box={box} />,
    [list],
  )
  const uploadTile = useCallback(
    ({ width, height }: Box) => <UploadTile to={compoUploadAddress(id)} style={{ width, height }} />,
    [id],
  )
  const found = data?.pages.flatMap(({ items }) => items.flatMap(({ sketch }) => sketch ?? [])) ?? []
  const sketches = [...new Map(found.map((sketch) => [sketch.id, sketch])).values()]
  if (!data && isError) return <LoadFailure onRetry={() => void refetch()} />
  if (data && sketches.length === 0 && !hasNextPage) {
    return (
      <EmptyState action={canEnter && <ButtonLink to={compoUploadAddress(id)}>{entryMessages.uploadNew}</ButtonLink>}>
        {emptyText(compo, user === null)}
      </EmptyState>
    )
  }
  return (
    <>
      <p className={styles.note}>{compoMessages.namesHidden}</p>
      <div>
        <TileGallery
          sketches={sketches}
          layout="rows"
          label={`Entries of ${compo.title}`}
          hasMore={hasNextPage || !data}
          failed={isFetchNextPageError}
          busy={isFetching}
          onMore={() => void fetchNextPage({ cancelRefetch: false })}
          tile={tile}
          lead={canEnter ? uploadTile : undefined}
        />
      </div>
    </>
  )
}
