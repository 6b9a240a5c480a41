import { useState } from 'react'
import { CONTENT_PATH_MAX, DESCRIPTION_MAX, TITLE_MAX } from '../../../contract/limits.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { ContentWords } from './queries.ts'

type ContentFormProps = {
  title: string
  words: ContentWords
  hasDescription: boolean
  onSave: (words: ContentWords) => Promise<unknown>
  onClose: () => void
}

/** What a sketch is called in the content library, and where it is filed. */
export function ContentForm({ title, words: given, hasDescription, onSave, onClose }: ContentFormProps) {
  const [words, setWords] = useState(given)
  const write = (name: keyof ContentWords) => (event: { target: { value: string } }) =>
    setWords({ ...words, [name]: event.target.value })
  return (
    <FormDialog
      title={title}
      submit="Create"
      onSubmit={async () => {
        await onSave(words)
        return undefined
      }}
      failure={messageOf}
      onClose={onClose}
    >
      {hasDescription && (
        <FormHint>Everyone can go on from it then, and all that grows from it is shown together.</FormHint>
      )}
      <TextField label="Title" autoFocus maxLength={TITLE_MAX} value={words.title} onChange={write('title')} />
      {hasDescription && (
        <TextField
          label="Description"
          multiline
          maxLength={DESCRIPTION_MAX}
          value={words.desc}
          onChange={write('desc')}
        />
      )}
      <TextField
        label="Path"
        hint="Where it is filed, such as reference/hands"
        required
        maxLength={CONTENT_PATH_MAX}
        value={words.path}
        onChange={write('path')}
      />
    </FormDialog>
  )
}
