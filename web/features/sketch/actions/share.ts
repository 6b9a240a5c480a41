import { Share2 } from 'lucide-react'
import type { ShownSketch } from '../../../../contract/http/sketch-page.ts'
import { show } from '../../../ui/toast.ts'
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
    else {
      await navigator.clipboard.writeText(url)
      show('Link copied')
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return
    show(`The link is ${url}`, { kind: 'plain' })
  }
}
