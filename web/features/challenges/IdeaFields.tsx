import { DESCRIPTION_MAX, TITLE_MAX } from '../../../contract/limits.ts'
import { TextField } from '../../ui/TextField.tsx'

type IdeaText = { title: string; description: string }

/** Fields of a challenge idea [1 §5]. */
export function IdeaFields({ words }: { words?: IdeaText }) {
  return (
    <>
      <TextField
        label="Title"
        name="title"
        required
        autoFocus
        autoComplete="off"
        maxLength={TITLE_MAX}
        defaultValue={words?.title}
      />
      <TextField
        label="Description"
        name="description"
        multiline
        maxLength={DESCRIPTION_MAX}
        defaultValue={words?.description}
      />
    </>
  )
}

export function readIdea(filled: FormData): IdeaText {
  const text = (name: string) => String(filled.get(name) ?? '').trim()
  return { title: text('title'), description: text('description') }
}
