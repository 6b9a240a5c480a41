import { useQueryClient } from '@tanstack/react-query'
import { Check, Move, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { AlbumInfo } from '../../../contract/http/albums.ts'
import { countText } from '../../lib/format.ts'
import { albumFailure, albumModeName, sketchCountText } from '../../lib/messages/albums.ts'
import { toast } from '../../lib/toast.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Link } from '../../ui/Link.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { AlbumForm } from './AlbumForm.tsx'
import styles from './AlbumHead.module.css'
import { forgetAlbum, refreshAlbums, useDeleteAlbum, useEditAlbum } from './queries.ts'

type AlbumHeadProps = { album: AlbumInfo; arranging: boolean; onArrange: (arranging: boolean) => void }

/** Title, owner and description of an album, with its owner's actions. */
export function AlbumHead({ album, arranging, onArrange }: AlbumHeadProps) {
  const { nickname, avatar } = album
  const views = countText(album.views, 'view')
  return (
    <header className={styles.head}>
      <div className={styles.text}>
        <h1 className={styles.title}>{album.title}</h1>
        <p className={styles.byline}>
          <Link to={`/user/${album.userId}/albums`} className={styles.owner}>
            <Avatar avatar={avatar} name={nickname} size={24} />
            {nickname}
          </Link>
          <span className={styles.facts}>
            {album.mode === 1 ? 'Collection' : 'Album'} · {sketchCountText(album.items)} · {views}
          </span>
        </p>
        {album.description && <UserText>{album.description}</UserText>}
      </div>
      {album.canEdit && <OwnerActions album={album} arranging={arranging} onArrange={onArrange} />}
    </header>
  )
}

function OwnerActions({ album, arranging, onArrange }: AlbumHeadProps) {
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const client = useQueryClient()
  const navigate = useNavigate()
  const editAlbum = useEditAlbum(album)
  const deleteAlbum = useDeleteAlbum()
  const close = () => setDialog(undefined)
  const remove = async () => {
    await deleteAlbum.mutateAsync(album)
    toast(album.mode === 1 ? 'Collection deleted' : 'Album deleted')
    await navigate(`/user/${album.userId}/albums`, { replace: true })
    forgetAlbum(client, album)
  }
  return (
    <div className={styles.actions}>
      {!arranging && (
        <Button icon={Pencil} onClick={() => setDialog('edit')}>
          Edit
        </Button>
      )}
      {/* The same button, so that it keeps the focus. */}
      {(arranging || album.items > 0) && (
        <Button
          key="arrange"
          variant={arranging ? 'primary' : undefined}
          icon={arranging ? Check : Move}
          onClick={() => onArrange(!arranging)}
        >
          {arranging ? 'Done' : 'Arrange'}
        </Button>
      )}
      {!arranging && (
        <Button icon={Trash2} onClick={() => setDialog('delete')}>
          Delete
        </Button>
      )}
      {dialog === 'edit' && (
        <AlbumForm
          album={album}
          onClose={close}
          onSave={async (text) => {
            await editAlbum.mutateAsync(text)
            await refreshAlbums(client, album.userId)
          }}
        />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          isOpen
          danger
          onClose={close}
          title={`Delete this ${albumModeName(album.mode)}?`}
          confirmLabel="Delete"
          onConfirm={remove}
          messageOf={(error) => albumFailure(error, 'delete', album.mode)}
        >
          Its sketches are kept. This can’t be undone.
        </ConfirmDialog>
      )}
    </div>
  )
}
