import { useState } from 'react'
import type { AlbumMode } from '../../../contract/http/albums.ts'
import { ALBUM_DESCRIPTION_MAX, ALBUM_TITLE_MAX } from '../../../contract/limits.ts'
import { albumFailure, albumMessages, albumModeName } from '../../lib/messages/albums.ts'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { AlbumText } from './queries.ts'

type AlbumFormProps = {
  /** Missing for a new album. */
  album?: AlbumText & { mode: AlbumMode }
  onSave: (text: AlbumText, mode: AlbumMode) => Promise<unknown>
  onClose: () => void
}

/** Form of a new album, or of the title and description of an existing one. */
export function AlbumForm({ album, onSave, onClose }: AlbumFormProps) {
  const [title, setTitle] = useState(album?.title ?? '')
  const [description, setDescription] = useState(album?.description ?? '')
  const [mode, setMode] = useState<AlbumMode>(album?.mode ?? 0)
  return (
    <FormDialog
      title={album ? `Edit ${albumModeName(mode)}` : 'New album'}
      submit={album ? 'Save' : 'Create'}
      onSubmit={async () => {
        if (!title.trim()) return { field: 'title', error: albumMessages.titleMissing }
        await onSave({ title, description }, mode)
        return undefined
      }}
      failure={(error) => albumFailure(error, album ? 'edit' : 'create', mode)}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          {!album && (
            <Segmented
              label="Kind"
              showLabel
              options={[
                { value: 'album', label: 'Album' },
                { value: 'collection', label: 'Collection' },
              ]}
              value={albumModeName(mode)}
              onChange={(kind) => setMode(kind === 'collection' ? 1 : 0)}
            />
          )}
          {!album && (
            <FormHint>
              {mode === 1 ? 'A collection can hold sketches by anyone.' : 'An album holds your own sketches.'}
            </FormHint>
          )}
          <TextField
            label="Title"
            name="title"
            required
            error={errorOf('title')}
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
        </>
      )}
    </FormDialog>
  )
}
