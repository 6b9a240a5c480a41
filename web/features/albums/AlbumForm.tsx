import { useId, useState } from 'react'
import type { AlbumMode } from '../../../contract/http/album.ts'
import { ALBUM_DESCRIPTION_MAX, ALBUM_TITLE_MAX } from '../../../contract/limits.ts'
import { albumFailure, albumKind } from '../../lib/messages/albums.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './AlbumForm.module.css'
import type { AlbumWords } from './queries.ts'

type AlbumFormProps = {
  /** What is edited; nothing when one is made. */
  album?: AlbumWords & { mode: AlbumMode }
  onSave: (words: AlbumWords, mode: AlbumMode) => Promise<unknown>
  onClose: () => void
}

/** The words of an album, to be made or changed, and which kind it is to be. */
export function AlbumForm({ album, onSave, onClose }: AlbumFormProps) {
  const form = useId()
  const [title, setTitle] = useState(album?.title ?? '')
  const [description, setDescription] = useState(album?.description ?? '')
  const [mode, setMode] = useState<AlbumMode>(album?.mode ?? 0)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const save = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await onSave({ title, description }, mode)
      onClose()
    } catch (thrown) {
      setError(albumFailure(thrown, album ? 'edit' : 'create', mode))
      setBusy(false)
    }
  }
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={album ? `Edit ${albumKind(mode)}` : 'New album'}
      dismissable={!busy}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {album ? 'Save' : 'Create'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {!album && (
          <Segmented
            label="Kind"
            showLabel
            options={[
              { value: 'album', label: 'Album' },
              { value: 'collection', label: 'Collection' },
            ]}
            value={albumKind(mode)}
            onChange={(kind) => setMode(kind === 'collection' ? 1 : 0)}
          />
        )}
        {!album && (
          <p className={styles.hint}>
            {mode === 1 ? 'A collection holds sketches by anyone.' : 'An album holds sketches of your own.'}
          </p>
        )}
        <TextField
          label="Title"
          required
          autoFocus
          maxLength={ALBUM_TITLE_MAX}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextField
          label="Description"
          multiline
          maxLength={ALBUM_DESCRIPTION_MAX}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <p role="alert" className={styles.error}>
          {error}
        </p>
      </form>
    </Modal>
  )
}
