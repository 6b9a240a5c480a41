import { FileDown } from 'lucide-react'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { imageAddress } from '../../../contract/image-sizes.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Expandable } from '../../ui/Expandable.tsx'
import { lazyComponent, MISSING_CONTENT } from '../../ui/lazy-component.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './SketchFiles.module.css'

const Statistics = lazyComponent(
  () => import('./Statistics.tsx'),
  'Statistics',
  <Skeleton height={160} />,
  MISSING_CONTENT,
)

/** Video, sketch file and statistics of a sketch. */
export function SketchFiles({ sketch }: { sketch: ShownSketch }) {
  const file = `/sketch-file/${sketch.id}.${PRODUCT_NAME.toLowerCase()}`
  return (
    <>
      {sketch.videoUrl && (
        // biome-ignore lint/a11y/useMediaCaption: drawing videos have no captions
        <video
          className={styles.video}
          src={sketch.videoUrl}
          poster={imageAddress(sketch.imageUrl, 768)}
          controls
          preload="none"
          aria-label={`Video of ${sketch.title}`}
        />
      )}
      {sketch.haveFile && (
        <ButtonLink href={file} download icon={FileDown} className={styles.file}>
          {sketch.privateFile ? 'Sketch file, private' : 'Sketch file'}
        </ButtonLink>
      )}
      <Expandable level={2} title="Statistics">
        {() => <Statistics sketch={sketch} />}
      </Expandable>
    </>
  )
}
