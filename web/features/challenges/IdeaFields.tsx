import { DESCRIPTION_MAX, TITLE_MAX } from '../../../contract/limits.ts'
import { TextField } from '../../ui/TextField.tsx'

type IdeaText = { title: string; description: string }

/** Fields of a challenge idea [1 §5]. */
export function IdeaFields({ idea }: { idea?: IdeaText }) {
  return (
    <>
      <TextField
        label="Title"
        name="title"
        required
        autoFocus
        autoComplete="off"
        maxLength={TITLE_MAX}
        defaultValue={idea?.title}
      />
      <TextField
        label="Description"
        name="description"
        multiline
        maxLength={DESCRIPTION_MAX}
        defaultValue={idea?.description}
      />
    </>
  )
}

export function readIdea(formData: FormData): IdeaText {
  const text = (name: string) => String(formData.get(name) ?? '').trim()
  return { title: text('title'), description: text('description') }
}
