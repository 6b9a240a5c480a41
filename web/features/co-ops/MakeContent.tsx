import { Images, type LucideIcon, Network } from 'lucide-react'
import { useState } from 'react'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { ContentForm } from './ContentForm.tsx'
import { type ContentKind, type ContentWords, useMakeContent } from './queries.ts'

type Kind = { label: string; done: string; icon: LucideIcon; path: string }

const KINDS: Record<ContentKind, Kind> = {
  coOp: {
    label: 'Make a co-op sketch',
    done: 'Others can go on from it now',
    icon: Network,
    path: 'co-ops',
  },
  image: {
    label: 'Create shared image',
    done: 'It is a shared image now',
    icon: Images,
    path: 'images',
  },
}

/** Opens the form that makes a sketch a co-op sketch, or an image of the content library [1 §6]. */
export function MakeContent({ sketch, kind }: { sketch: ShownSketch; kind: ContentKind }) {
  const makeContent = useMakeContent(sketch.id, kind)
  const [open, setOpen] = useState(false)
  const { label, done, icon, path } = KINDS[kind]
  if (sketch.unlisted || (kind === 'coOp' && sketch.coOpId !== null && sketch.coOpId !== sketch.id)) return null
  const save = async (words: ContentWords) => {
    await makeContent.mutateAsync(words)
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
          words={{ path, title: sketch.title, desc: '' }}
          hasDescription={kind === 'coOp'}
          onSave={save}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
