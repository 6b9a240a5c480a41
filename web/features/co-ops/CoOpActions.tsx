import { GitFork, Network } from 'lucide-react'
import { ButtonLink } from '../../ui/Button.tsx'
import { Flow } from '../../ui/layout.tsx'

/** Links of a co-op sketch: continue it, and see the whole co-op. */
export function CoOpActions({ sketchId, coOpId }: { sketchId: number; coOpId: number }) {
  return (
    <Flow>
      <ButtonLink to={`/upload?parent=${sketchId}`} icon={GitFork}>
        Continue this sketch
      </ButtonLink>
      <ButtonLink to={`/gallery/co-op/${coOpId}`} icon={Network}>
        View the whole co-op
      </ButtonLink>
    </Flow>
  )
}
