import { ArrowLeft, ArrowRight, Image, X } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import type { AlbumSketch } from '../../../contract/http/albums.ts'
import { classes } from '../../ui/classes.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { SketchPicture } from '../../ui/SketchPicture.tsx'
import styles from './AlbumArrange.module.css'
import { MatureCover } from './AlbumTile.tsx'
import { indexAfterKey } from './move-item.ts'

type ArrangeTileProps = {
  sketch: AlbumSketch
  name: string
  index: number
  count: number
  /** Id of the element that explains moving. */
  hintId: string
  isCover: boolean
  /** Index of the tile that is being dragged. */
  dragged: number | undefined
  onDrag: (index: number | undefined) => void
  onMove: (to: number) => void
  onDrop: (from: number, to: number) => void
  onCover: () => void
  onRemove: () => void
}

/** Tile of a sketch in an album that is being arranged. */
export function ArrangeTile(props: ArrangeTileProps) {
  const { sketch, name, index, count, hintId, isCover, dragged, onDrag, onMove, onDrop } = props
  const [over, setOver] = useState<'before' | 'after'>()
  const moveByKey = (event: KeyboardEvent) => {
    const to = indexAfterKey(event.key, index, count)
    if (to === null) return
    event.preventDefault()
    onMove(to)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(undefined)
    if (dragged === undefined || dragged === index) return
    const target = index + (sideOf(event) === 'after' ? 1 : 0)
    onDrop(dragged, dragged < target ? target - 1 : target)
  }
  return (
    <li
      className={classes(styles.tile, dragged === index && styles.dragged)}
      data-over={over}
      onDragOver={(event) => {
        if (dragged === undefined) return
        event.preventDefault()
        setOver(dragged === index ? undefined : sideOf(event))
      }}
      onDragLeave={() => setOver(undefined)}
      onDrop={drop}
    >
      <button
        type="button"
        className={styles.picture}
        data-sketch={sketch.id}
        aria-label={`Move ${name}, ${index + 1} of ${count}`}
        aria-describedby={hintId}
        draggable
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', name)
          onDrag(index)
        }}
        onDragEnd={() => onDrag(undefined)}
        onKeyDown={moveByKey}
      >
        {sketch.hidden ? <MatureCover /> : <SketchPicture picture={sketch} alt="" lazy />}
      </button>
      <div className={styles.tools}>
        <IconButton
          icon={ArrowLeft}
          aria-label={`Move ${name} earlier`}
          unavailable={index === 0}
          onClick={() => onMove(index - 1)}
        />
        <IconButton
          icon={ArrowRight}
          aria-label={`Move ${name} later`}
          unavailable={index === count - 1}
          onClick={() => onMove(index + 1)}
        />
        <IconButton
          icon={Image}
          pressedIcon={Image}
          aria-label={`${name} as cover`}
          pressed={isCover}
          onClick={props.onCover}
        />
        <IconButton icon={X} aria-label={`Remove ${name}`} onClick={props.onRemove} />
      </div>
    </li>
  )
}

/** Half of the tile under the pointer. */
function sideOf(event: DragEvent): 'before' | 'after' {
  const { left, width } = event.currentTarget.getBoundingClientRect()
  return event.clientX < left + width / 2 ? 'before' : 'after'
}
