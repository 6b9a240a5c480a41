import { useInfiniteQuery } from '@tanstack/react-query'
import { FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { sketchCountText } from '../../lib/messages/albums.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListEnd } from '../../ui/ListEnd.tsx'
import { AlbumForm } from './AlbumForm.tsx'
import styles from './AlbumList.module.css'
import { CoverCard, coverListClass, PlaceholderCards } from './CoverCard.tsx'
import { albumListQuery, useCreateAlbum } from './queries.ts'

/** Albums and collections of a member, newest first, with a button for a new one. */
export function AlbumList({ userId }: { userId: number }) {
  const query = useInfiniteQuery(albumListQuery(userId))
  const isOwn = useUser()?.id === userId
  const albums = query.data && itemsOf(query.data)
  return (
    <div className={styles.albums}>
      {isOwn && albums && albums.length > 0 && <NewAlbum userId={userId} />}
      {albums?.length === 0 && (
        <EmptyState action={isOwn && <NewAlbum userId={userId} />}>
          {isOwn ? 'No albums yet. Create one, or add a sketch from its page.' : 'No albums yet.'}
        </EmptyState>
      )}
      {(!albums || albums.length > 0) && (
        <ul className={coverListClass} aria-label="Albums">
          {albums?.map((album) => (
            <CoverCard
              key={album.id}
              to={`/user/${album.userId}/album/${album.id}`}
              thumbnail={album.thumbnail}
              title={album.title}
              facts={`${album.mode === 1 ? 'Collection · ' : ''}${sketchCountText(album.items)}`}
            />
          ))}
          {query.isLoading && <PlaceholderCards />}
        </ul>
      )}
      <ListEnd query={query} button="Show more" failure={messageOf(query.error)} />
    </div>
  )
}

function NewAlbum({ userId }: { userId: number }) {
  const [open, setOpen] = useState(false)
  const create = useCreateAlbum(userId)
  const navigate = useNavigate()
  return (
    <div>
      <Button icon={FolderPlus} onClick={() => setOpen(true)}>
        New album
      </Button>
      {open && (
        <AlbumForm
          onClose={() => setOpen(false)}
          onSave={async (text, mode) => {
            const { albumId } = await create.mutateAsync({ mode, text })
            await navigate(`/user/${userId}/album/${albumId}`)
          }}
        />
      )}
    </div>
  )
}
