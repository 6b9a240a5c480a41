import { useId, useState } from 'react'
import { CONTENT_PATH_MAX, DESCRIPTION_MAX, TITLE_MAX } from '../../../contract/limits.ts'
import { messageOf } from '../../lib/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './ContentForm.module.css'

export type ContentWords = { path: string; title: string; desc: string }

type ContentFormProps = {
  title: string
  words: ContentWords
  hasDescription: boolean
  onSave: (words: ContentWords) => Promise<unknown>
  onClose: () => void
}

/** What a sketch is called in the content library, and where it is filed. */
export function ContentForm({ title, words: given, hasDescription, onSave, onClose }: ContentFormProps) {
  const form = useId()
  const [words, setWords] = useState(given)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const write = (name: keyof ContentWords) => (event: { target: { value: string } }) =>
    setWords({ ...words, [name]: event.target.value })
  const save = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await onSave(words)
      onClose()
    } catch (thrown) {
      setError(messageOf(thrown))
      setBusy(false)
    }
  }
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={title}
      dismissable={!busy}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            Create
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
        {hasDescription && (
          <p className={styles.hint}>Everyone can go on from it then, and all that grows from it is shown together.</p>
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
        <p role="alert" className={styles.error}>
          {error}
        </p>
      </form>
    </Modal>
  )
}
