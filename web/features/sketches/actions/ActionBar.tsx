import type { ShownSketch } from '../../../../contract/http/sketch-page.ts'
import styles from './ActionBar.module.css'
import { AlbumAction } from './AlbumAction.tsx'
import { FeatureAction } from './FeatureAction.tsx'
import { HeartAction } from './HeartAction.tsx'
import { MoreAction } from './MoreAction.tsx'
import { RulesAction } from './RulesAction.tsx'

/** What can be done with a sketch. What has no place of its own here is in the menu, see entries.ts. */
export function ActionBar({ sketch }: { sketch: ShownSketch }) {
  return (
    <div className={styles.bar}>
      <HeartAction sketch={sketch} />
      <FeatureAction sketch={sketch} />
      <RulesAction sketch={sketch} />
      <AlbumAction sketch={sketch} />
      <MoreAction sketch={sketch} />
    </div>
  )
}
