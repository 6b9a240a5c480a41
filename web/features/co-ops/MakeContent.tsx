import { Images, type LucideIcon, Network } from 'lucide-react'
import { useState } from 'react'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { CONTENT_PATH_MAX, DESCRIPTION_MAX, TITLE_MAX } from '../../../contract/limits.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type ContentKind, type ContentText, useMakeContent } from './queries.ts'

type Kind = { label: string; done: string; icon: LucideIcon; path: string }

const KINDS: Record<ContentKind, Kind> = {
  coOp: {
    label: 'Make a co-op sketch',
    done: 'Others can continue it now',
    icon: Network,
    path: 'co-ops',
  },
  image: {
    label: 'Create shared image',
    done: 'Shared image created',
    icon: Images,
    path: 'images',
  },
}

/** Button and form that make a sketch a co-op sketch or a shared image [1 §6]. */
export function MakeContent({ sketch, kind }: { sketch: ShownSketch; kind: ContentKind }) {
  const makeContent = useMakeContent(sketch.id, kind)
  const [open, setOpen] = useState(false)
  const { label, done, icon, path } = KINDS[kind]
  if (sketch.unlisted || (kind === 'coOp' && sketch.coOpId !== null && sketch.coOpId !== sketch.id)) return null
  const save = async (text: ContentText) => {
    await makeContent.mutateAsync(text)
    toast(done)
  }
  return (
    <>
      <Button icon={icon} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <ContentForm
          title={label}
          text={{ path, title: sketch.title, desc: '' }}
          hasDescription={kind === 'coOp'}
          onSave={save}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

type ContentFormProps = {
  title: string
  text: ContentText
  hasDescription: boolean
  onSave: (text: ContentText) => Promise<unknown>
  onClose: () => void
}

/** Form for title, description and path in the content library. */
export function ContentForm({ title, text: initialText, hasDescription, onSave, onClose }: ContentFormProps) {
  const [text, setText] = useState(initialText)
  const write = (name: keyof ContentText) => (event: { target: { value: string } }) =>
    setText({ ...text, [name]: event.target.value })
  return (
    <FormDialog
      title={title}
      submit="Create"
      onSubmit={async () => {
        await onSave(text)
        return undefined
      }}
      failure={messageOf}
      onClose={onClose}
    >
      {hasDescription && <FormHint>Anyone can continue it, and all versions are shown together.</FormHint>}
      <TextField label="Title" autoFocus maxLength={TITLE_MAX} value={text.title} onChange={write('title')} />
      {hasDescription && (
        <TextField
          label="Description"
          multiline
          maxLength={DESCRIPTION_MAX}
          value={text.desc}
          onChange={write('desc')}
        />
      )}
      <TextField
        label="Path"
        hint="Folder, for example reference/hands"
        required
        maxLength={CONTENT_PATH_MAX}
        value={text.path}
        onChange={write('path')}
      />
    </FormDialog>
  )
}
