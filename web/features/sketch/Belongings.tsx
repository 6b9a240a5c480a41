import { FileDown } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { ShownSketch, SketchItem } from '../../../contract/http/sketch.ts'
import { imageAddress, imageSrcSet } from '../../../contract/image-sizes.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Expandable } from '../../ui/Expandable.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Belongings.module.css'

const Statistics = lazy(async () => ({ default: (await import('./Statistics.tsx')).Statistics }))

const THUMB = 100

/** What belongs to a sketch: its video, its sketch file, the sketches before and after it, its statistics. */
export function Belongings({ sketch }: { sketch: ShownSketch }) {
  const file = `/sketch-file/${sketch.id}.${PRODUCT_NAME.toLowerCase()}`
  return (
    <>
      {sketch.videoUrl && (
        // biome-ignore lint/a11y/useMediaCaption: nobody has captions for how a sketch was drawn
        <video
          className={styles.video}
          src={sketch.videoUrl}
          poster={imageAddress(sketch.imageUrl, 768)}
          controls
          preload="none"
          aria-label={`Video of ${sketch.title}`}
        />
      )}
      {sketch.parent && <Row title="Goes on from" sketches={[sketch.parent]} />}
      {sketch.wips.length > 0 && <Row title="Goes on in" sketches={sketch.wips} />}
      {sketch.haveFile && (
        <ButtonLink href={file} download icon={FileDown} className={styles.file}>
          {sketch.privateFile ? 'Sketch file, private' : 'Sketch file'}
        </ButtonLink>
      )}
      <Expandable level={2} title="Statistics">
        {() => (
          <Suspense fallback={<Skeleton height={160} />}>
            <Statistics sketch={sketch} />
          </Suspense>
        )}
      </Expandable>
    </>
  )
}

function Row({ title, sketches }: { title: string; sketches: SketchItem[] }) {
  return (
    <section>
      <h2 className={styles.heading}>{title}</h2>
      <ul className={styles.thumbs}>
        {sketches.map((sketch) => {
          const covering = THUMB * Math.max(1, sketch.width / sketch.height)
          return (
            <li key={sketch.id}>
              <Link to={`/sketch/${sketch.id}`}>
                <img
                  className={styles.thumb}
                  src={imageAddress(sketch.imageUrl, covering)}
                  srcSet={imageSrcSet(sketch.imageUrl, covering)}
                  width={THUMB}
                  height={THUMB}
                  alt={sketch.alt}
                />
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
