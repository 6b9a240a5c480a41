import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Album, AlbumMode } from '../../../contract/http/albums.ts'
import { ALBUM_TITLE_MAX } from '../../../contract/limits.ts'
import { albumFailure, albumMessages, albumModeName } from '../../lib/messages/albums.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AlbumCover } from './AlbumCover.tsx'
import styles from './AlbumPicker.module.css'
import { albumListQuery, cacheMembership, sketchAlbumsQuery, useCreateAlbum, useSetMembership } from './queries.ts'

type AlbumPickerProps = { sketchId: number; userId: number; mode: AlbumMode; onClose: () => void }

/** Adds a sketch to the member's albums or collections, or removes it; can also create one. */
export function AlbumPicker({ sketchId, userId, mode, onClose }: AlbumPickerProps) {
  const albums = useInfiniteQuery(albumListQuery(userId, mode))
  const inside = useQuery(sketchAlbumsQuery({ userId, sketchId }))
  const toggle = useToggle(sketchId)
  const failed = albums.error ?? inside.error
  const chosen = new Set(inside.data?.items.map(({ id }) => id))
  const items = albums.data && itemsOf(albums.data)
  return (
    <Modal
      onClose={onClose}
      title={mode === 1 ? 'Add to a collection' : 'Add to album'}
      actions={<Button onClick={onClose}>Done</Button>}
    >
      {failed && (
        <LoadFailure onRetry={() => void Promise.all([albums.refetch(), inside.refetch()])}>
          {messageOf(failed)}
        </LoadFailure>
      )}
      {!failed && !(items && inside.data) && <Spinner label="Loading" />}
      {items && inside.data && (
        <>
          {items.length === 0 && <p className={styles.empty}>{`You have no ${albumModeName(mode)}s yet.`}</p>}
          {items.length > 0 && (
            <ul className={styles.albums} aria-label={mode === 1 ? 'Your collections' : 'Your albums'}>
              {items.map((album) => (
                <li key={album.id} className={styles.album}>
                  <Checkbox checked={chosen.has(album.id)} onChange={(event) => toggle(album, event.target.checked)}>
                    {album.title}
                  </Checkbox>
                  <div>
                    <AlbumCover thumbnail={album.thumbnail} small />
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

/** Optimistic; undone when the site refuses it [1 §4]. */
function useToggle(sketchId: number) {
  const client = useQueryClient()
  const setMembership = useSetMembership()
  return (album: Album, inside: boolean) => {
    cacheMembership(client, album, sketchId, inside)
    // Callbacks of `mutate` are skipped for all calls but the last, and after the dialog has closed.
    setMembership.mutateAsync({ album, sketchId, inside }).catch((error: unknown) => {
      cacheMembership(client, album, sketchId, !inside)
      toastFailure(albumFailure(error, inside ? 'add' : 'remove', album.mode))
    })
  }
}

function NewAlbum({ sketchId, userId, mode }: Omit<AlbumPickerProps, 'onClose'>) {
  const [title, setTitle] = useState('')
  const create = useCreateAlbum(userId)
  const [error, setError] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!title.trim()) return setError(albumMessages.titleMissing)
    create.mutate(
      { mode, text: { title, description: '' }, sketchId },
      {
        onSuccess: () => setTitle(''),
        onError: (error) => toastFailure(albumFailure(error, 'create', mode)),
      },
    )
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label={`New ${albumModeName(mode)}`}
        required
        placeholder="Title"
        maxLength={ALBUM_TITLE_MAX}
        value={title}
        error={error}
        onChange={(event) => {
          setTitle(event.target.value)
          setError('')
        }}
      />
      <Button type="submit" busy={create.isPending}>
        Create
      </Button>
    </form>
  )
}
