import type { SketchItem } from '../../../contract/http/sketches.ts'
import { AlbumCover } from '../albums/AlbumCover.tsx'

type ThumbProps = { sketch: SketchItem; side: number; className?: string }

export function SketchThumbnail({ sketch: { id, ...picture }, side, className }: ThumbProps) {
  return (
    <span className={className}>
      <AlbumCover thumbnail={{ ...picture, sketchId: id }} small={side < 100} />
    </span>
  )
}
