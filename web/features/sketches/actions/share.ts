import type { ShownSketch } from '../../../../contract/http/sketch-page.ts'
import { withLinkKey } from '../../../../contract/sketch-address.ts'
import { toast } from '../../../lib/toast.ts'

type Linked = Pick<ShownSketch, 'id' | 'linkKey'>

const addressOf = ({ id, linkKey }: Linked) => location.origin + withLinkKey(`/sketch/${id}`, linkKey)
const showAddress = (url: string) => toast(`The link is ${url}`, { kind: 'plain' })

/** Opens the system's share dialog, or copies the link where there is none. */
export async function shareSketch(sketch: Linked & Pick<ShownSketch, 'title' | 'nickname'>): Promise<void> {
  const url = addressOf(sketch)
  const data = { title: `${sketch.title} by ${sketch.nickname}`, url }
  try {
    if (navigator.canShare?.(data)) await navigator.share(data)
    else await copySketchLink(sketch)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return
    showAddress(url)
  }
}

/** Copies the link; shows it where the clipboard is forbidden. */
export async function copySketchLink(sketch: Linked): Promise<void> {
  const url = addressOf(sketch)
  try {
    await navigator.clipboard.writeText(url)
    toast('Link copied')
  } catch {
    showAddress(url)
  }
}
