import { useQueryClient } from '@tanstack/react-query'
import { Images, type LucideIcon, Network } from 'lucide-react'
import { useState } from 'react'
import { ok } from '../../../contract/http/common.ts'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { call } from '../../lib/call.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { sketchQuery } from '../sketches/queries.ts'
import type { ContentWords } from './ContentForm.tsx'
import { ContentForm } from './ContentForm.tsx'

type Kind = { label: string; done: string; icon: LucideIcon; path: string; where: string }

const KINDS: Record<'coOp' | 'image', Kind> = {
  coOp: {
    label: 'Make a co-op sketch',
    done: 'Others can go on from it now',
    icon: Network,
    path: 'co-ops',
    where: 'createCoOpSketch',
  },
  image: {
    label: 'Create shared image',
    done: 'It is a shared image now',
    icon: Images,
    path: 'images',
    where: 'createImage',
  },
}

/** Opens the form that makes a sketch a co-op sketch, or an image of the content library [1 §6]. */
export function MakeContent({ sketch, kind }: { sketch: ShownSketch; kind: 'coOp' | 'image' }) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const { label, done, icon, path, where } = KINDS[kind]
  if (sketch.unlisted || (kind === 'coOp' && sketch.coOpId !== null && sketch.coOpId !== sketch.id)) return null
  const save = async ({ desc, ...words }: ContentWords) => {
    const body = { sketchId: sketch.id, ...words, ...(kind === 'coOp' && { desc }) }
    await call(ok, `/api/v2/content/${where}`, body)
    toast(done)
    await client.invalidateQueries({ queryKey: sketchQuery(sketch.id).queryKey })
    await client.invalidateQueries({ queryKey: ['gallery'], refetchType: 'none' })
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
