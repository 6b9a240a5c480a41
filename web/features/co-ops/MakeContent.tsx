import { Images, type LucideIcon, Network } from 'lucide-react'
import { useState } from 'react'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { thumbnailPicture } from '../../../contract/image-sizes.ts'
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

/** False for unlisted sketches, and for sketches that continue another one's co-op. */
export function mayMakeContent({ id, unlisted, coOpId }: ShownSketch, kind: ContentKind): boolean {
  return !unlisted && (kind !== 'coOp' || coOpId === null || coOpId === id)
}

type MakeContentProps = { sketch: ShownSketch; kind: ContentKind }

/** Button and form that make a sketch a co-op sketch or a shared image [1 §6]. */
export function MakeContent({ sketch, kind }: MakeContentProps) {
  const [open, setOpen] = useState(false)
  const { label, icon } = KINDS[kind]
  if (!mayMakeContent(sketch, kind)) return null
  return (
    <>
      <Button icon={icon} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && <MakeContentDialog sketch={sketch} kind={kind} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Form that makes a sketch a co-op sketch or a shared image. */
export function MakeContentDialog({ sketch, kind, onClose }: MakeContentProps & { onClose: () => void }) {
  const makeContent = useMakeContent(sketch.id, kind)
  const { label, done, path } = KINDS[kind]
  const save = async (text: ContentText) => {
    await makeContent.mutateAsync(text)
    toast(done)
  }
  return (
    <ContentForm
      title={label}
      text={{ path, title: sketch.title, desc: '' }}
      hasDescription={kind === 'coOp'}
      imageUrl={kind === 'image' ? sketch.imageUrl : undefined}
      onSave={save}
      onClose={onClose}
    />
  )
}

type ContentFormProps = {
  title: string
  text: ContentText
  hasDescription: boolean
  /** The picture that becomes a shared image. */
  imageUrl?: string | undefined
  onSave: (text: ContentText) => Promise<unknown>
  onClose: () => void
}

/** Form for title, description and path in the content library. */
export function ContentForm({ title, text: initialText, hasDescription, imageUrl, onSave, onClose }: ContentFormProps) {
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
      {hasDescription && <FormHint>Anyone can continue it; all versions are shown together.</FormHint>}
      {imageUrl && (
        <>
          <img {...thumbnailPicture(imageUrl, 120)} alt="" width={120} height={120} />
          <FormHint>{`Adds this picture to the library of images that everybody can draw with, as “${text.path}/${text.title}”.`}</FormHint>
        </>
      )}
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
