import { useQueryClient } from '@tanstack/react-query'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { AlbumInfo, AlbumSketch, AlbumSketchList } from '../../../contract/http/albums.ts'
import { albumFailure } from '../../lib/messages/albums.ts'
import type { Pages } from '../../lib/paged-query.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { focusHeading } from '../../ui/focus.ts'
import { Hidden } from '../../ui/Hidden.tsx'
import styles from './AlbumArrange.module.css'
import { ArrangeTile } from './ArrangeTile.tsx'
import { moveItem } from './move-item.ts'
import { albumSketchesQuery, refreshAlbums, useEditAlbum, useMoveInAlbum, useSetMembership } from './queries.ts'

type AlbumArrangeProps = {
  album: AlbumInfo
  sketches: AlbumSketch[]
  hasMore: boolean
  busy: boolean
  onMore: () => void
}

const nameOf = ({ title, hidden }: AlbumSketch) => (hidden ? 'Mature sketch' : title)

/** Lets the owner reorder an album by dragging, arrow keys or buttons, and choose its cover. */
export function AlbumArrange({ album, sketches, hasMore, busy, onMore }: AlbumArrangeProps) {
  const hintId = useId()
  const list = useRef<HTMLUListElement>(null)
  const change = useOptimisticOrder(album)
  const moveTo = useMoveInAlbum(album.id)
  const setMembership = useSetMembership()
  const edit = useEditAlbum(album)
  const [announcement, setAnnouncement] = useState('')
  const [dragged, setDragged] = useState<number>()
  const refocusedId = useRef<number>(undefined)

  // Moving an element in the document blurs it.
  useLayoutEffect(() => {
    if (refocusedId.current !== undefined) {
      list.current?.querySelector<HTMLElement>(`[data-sketch="${refocusedId.current}"]`)?.focus()
      refocusedId.current = undefined
    }
  })

  const move = (from: number, to: number) => {
    const sketch = sketches[from]
    if (!sketch || from === to) return
    const order = moveItem(sketches, from, to)
    setAnnouncement(`${nameOf(sketch)}, ${to + 1} of ${order.length}`)
    void change(order, 'edit', () => moveTo.mutateAsync({ sketchId: sketch.id, after: order[to - 1]?.id ?? null }))
  }
  /** Moves the focus from a sketch that will be removed to the next one, else to the previous one. */
  const focusNear = ({ id }: AlbumSketch) => {
    const index = sketches.findIndex((sketch) => sketch.id === id)
    const near = sketches[index + 1] ?? sketches[index - 1]
    if (near) list.current?.querySelector<HTMLElement>(`[data-sketch="${near.id}"]`)?.focus()
    else focusHeading()
  }
  const remove = (sketch: AlbumSketch) => {
    setAnnouncement(`${nameOf(sketch)} removed`)
    focusNear(sketch)
    const left = sketches.filter(({ id }) => id !== sketch.id)
    void change(left, 'remove', () => setMembership.mutateAsync({ album, sketchId: sketch.id, inside: false }))
  }
  const cover = (sketch: AlbumSketch) => {
    setAnnouncement(`${nameOf(sketch)} is the cover`)
    void change(sketches, 'edit', () => edit.mutateAsync({ thumbnail: sketch.id }))
  }
  return (
    <>
      <p id={hintId} className={styles.hint}>
        Drag a sketch to a new place, use the arrows below it, or select it and press the arrow keys.
      </p>
      <ul ref={list} className={styles.list} aria-label={`Order of ${album.title}`}>
        {sketches.map((sketch, index) => (
          <ArrangeTile
            key={sketch.id}
            sketch={sketch}
            name={nameOf(sketch)}
            index={index}
            count={sketches.length}
            hintId={hintId}
            isCover={album.thumbnail?.sketchId === sketch.id}
            dragged={dragged}
            onDrag={setDragged}
            onMove={(to) => {
              refocusedId.current = document.activeElement?.hasAttribute('data-sketch') ? sketch.id : undefined
              move(index, to)
            }}
            onDrop={(from, to) => move(from, to)}
            onCover={() => cover(sketch)}
            onRemove={() => remove(sketch)}
          />
        ))}
      </ul>
      {hasMore && (
        <Button busy={busy} onClick={onMore}>
          Show more
        </Button>
      )}
      <Hidden role="status">{announcement}</Hidden>
    </>
  )
}

/** Shows a change at once; the saves run one after the other. Refetches after a failure and after the last save. */
function useOptimisticOrder(album: AlbumInfo) {
  const client = useQueryClient()
  const pendingSaves = useRef(0)
  return async (order: AlbumSketch[], action: 'edit' | 'remove', save: () => Promise<unknown>) => {
    const { queryKey } = albumSketchesQuery({ userId: album.userId, albumId: album.id })
    pendingSaves.current++
    const saved = save()
    await client.cancelQueries({ queryKey })
    client.setQueryData<Pages<AlbumSketchList>>(queryKey, (data) => data && replaceItems(data, order))
    try {
      await saved
    } catch (error) {
      toastFailure(albumFailure(error, action, album.mode))
      await client.invalidateQueries({ queryKey })
    }
    pendingSaves.current--
    // While another save is pending, the site's order is older than the shown one.
    if (pendingSaves.current === 0) void refreshAlbums(client, album.userId)
  }
}

/** Puts all items into the first page; the cursor of the next page stays. */
function replaceItems(data: Pages<AlbumSketchList>, order: AlbumSketch[]): typeof data {
  return { ...data, pages: data.pages.map((page, index) => ({ ...page, items: index === 0 ? order : [] })) }
}
