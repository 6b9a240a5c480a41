import type { CompoSketch } from '../../../contract/http/compo-item.ts'
import { classes } from '../../ui/classes.ts'
import { BallotTile } from './BallotTile.tsx'
import styles from './SetTiles.module.css'

type SetTilesProps = {
  label: string
  sketches: readonly CompoSketch[]
  /** Id of the picked sketch. */
  pick: number | undefined
  /** True for the next set: it is hidden and takes no space, but loads its pictures at their final size. */
  isAhead: boolean
  onPick: (id: number) => void
  onNext: () => void
}

/** The sketches of a set. */
export function SetTiles({ label, sketches, pick, isAhead, onPick, onNext }: SetTilesProps) {
  return (
    <section aria-label={label} tabIndex={-1} className={classes(styles.set, isAhead && styles.ahead)}>
      {sketches.map((sketch) => (
        <BallotTile
          key={sketch.id}
          sketch={sketch}
          isPicked={sketch.id === pick}
          onPick={() => onPick(sketch.id)}
          onNext={onNext}
        />
      ))}
    </section>
  )
}
