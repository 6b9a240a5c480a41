import { Share2 } from 'lucide-react'
import type { ShownSketch } from '../../../../contract/http/sketch-page.ts'
import { toast } from '../../../lib/toast.ts'
import type { Entry } from './entry.ts'

export const shareEntry: Entry = {
  label: 'Share',
  icon: Share2,
  isFor: () => true,
  act: (sketch) => void share(sketch),
}

/** The system's own sharing where there is one, the clipboard elsewhere. */
async function share(sketch: ShownSketch): Promise<void> {
  const url = `${location.origin}/sketch/${sketch.id}`
  const data = { title: `${sketch.title} by ${sketch.nickname}`, url }
  try {
    if (navigator.canShare?.(data)) await navigator.share(data)
    else await copyLink(sketch)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return
    showLink(url)
  }
}

/** Puts the address of a sketch into the clipboard; where that is forbidden, it is shown. */
export async function copyLink({ id }: Pick<ShownSketch, 'id'>): Promise<void> {
  const url = `${location.origin}/sketch/${id}`
  try {
    await navigator.clipboard.writeText(url)
    toast('Link copied')
  } catch {
    showLink(url)
  }
}

const showLink = (url: string) => toast(`The link is ${url}`, { kind: 'plain' })
