import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { Album, AlbumMode } from '../../../contract/http/albums.ts'
import { ALBUM_TITLE_MAX } from '../../../contract/limits.ts'
import { idempotencyKey } from '../../lib/idempotency-key.ts'
import { albumFailure, albumKind } from '../../lib/messages/albums.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { toastFailure } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AlbumCover } from './AlbumCover.tsx'
import styles from './AlbumPicker.module.css'
import { albumListQuery, createAlbum, putInAlbum, refreshAlbums, showInAlbum, sketchAlbumsQuery } from './queries.ts'

type AlbumPickerProps = { sketchId: number; userId: number; mode: AlbumMode; onClose: () => void }

/** Puts a sketch into one's albums or collections and takes it out; a new one can be made with the sketch in it. */
export function AlbumPicker({ sketchId, userId, mode, onClose }: AlbumPickerProps) {
  const albums = useInfiniteQuery(albumListQuery(userId, mode))
  const inside = useQuery(sketchAlbumsQuery(sketchId))
  const toggle = useToggle(sketchId)
  const failed = albums.error ?? inside.error
  const chosen = new Set(inside.data?.items.map(({ id }) => id))
  const items = albums.data?.pages.flatMap((page) => page.items)
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={mode === 1 ? 'Add to a collection' : 'Add to album'}
      actions={<Button onClick={onClose}>Done</Button>}
    >
      {failed && (
        <p role="alert" className={styles.failed}>
          {messageOf(failed)}
          <Button onClick={() => void Promise.all([albums.refetch(), inside.refetch()])}>Retry</Button>
        </p>
      )}
      {!failed && !(items && inside.data) && <Spinner label="Loading" />}
      {items && inside.data && (
        <>
          {items.length === 0 && <p className={styles.none}>{`You have no ${albumKind(mode)}s yet.`}</p>}
          {items.length > 0 && (
            <ul className={styles.albums} aria-label={mode === 1 ? 'Your collections' : 'Your albums'}>
              {items.map((album) => (
                <li key={album.id} className={styles.album}>
                  <Checkbox checked={chosen.has(album.id)} onChange={(event) => toggle(album, event.target.checked)}>
                    {album.title}
                  </Checkbox>
                  <div className={styles.cover}>
                    <AlbumCover thumbnail={album.thumbnail} side={44} />
                  </div>
                </li>
              ))}
            </ul>
          )}
          {albums.hasNextPage && (
            <Button busy={albums.isFetchingNextPage} onClick={() => void albums.fetchNextPage()}>
              Show more
            </Button>
          )}
          <NewAlbum sketchId={sketchId} userId={userId} mode={mode} />
        </>
      )}
    </Modal>
  )
}

/** A tick stands at once and goes back when it is refused [1 §4]; what is ticked twice reaches the site in that order. */
function useToggle(sketchId: number) {
  const client = useQueryClient()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return (album: Album, inside: boolean) => {
    showInAlbum(client, album, sketchId, inside)
    last.current = last.current.then(async () => {
      try {
        await putInAlbum(album.id, sketchId, inside)
        void client.invalidateQueries({ queryKey: ['albums', album.userId], refetchType: 'none' })
      } catch (error) {
        showInAlbum(client, album, sketchId, !inside)
        toastFailure(albumFailure(error, inside ? 'add' : 'remove', album.mode))
      }
    })
  }
}

function NewAlbum({ sketchId, userId, mode }: Omit<AlbumPickerProps, 'onClose'>) {
  const client = useQueryClient()
  const [title, setTitle] = useState('')
  const [busy, setBusy] = useState(false)
  const [making] = useState(() => idempotencyKey())
  const make = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await createAlbum(making, mode, { title, description: '' }, sketchId)
      setTitle('')
      await Promise.all([
        refreshAlbums(client, userId),
        client.invalidateQueries({ queryKey: sketchAlbumsQuery(sketchId).queryKey }),
      ])
    } catch (error) {
      toastFailure(albumFailure(error, 'create', mode))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void make(event)}>
      <TextField
        label={`New ${albumKind(mode)}`}
        required
        placeholder="Title"
        maxLength={ALBUM_TITLE_MAX}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Button type="submit" busy={busy}>
        Create
      </Button>
    </form>
  )
}
