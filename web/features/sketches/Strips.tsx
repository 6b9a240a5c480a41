import type { ShownSketch, SketchThumb } from '../../../contract/http/sketch-page.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'
import { Link } from '../../ui/Link.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { SketchPicture } from '../../ui/SketchPicture.tsx'
import { StripRows } from '../galleries/StripRows.tsx'
import styles from './Strips.module.css'

/** Squares beside the picture: its parent, its continuations and other sketches by the artist. */
export function SideStrips({ sketch }: { sketch: ShownSketch }) {
  return (
    <>
      <Squares title="Continues from" sketches={sketch.parent ? [sketch.parent] : []} />
      <Squares title="Works in progress" sketches={sketch.wips} />
      <Squares title={`More by ${sketch.nickname}`} sketches={sketch.more} list={`user-${sketch.userId}`} />
    </>
  )
}

const COLUMNS = 3

/** Whole rows of squares; fewer than a row are all shown. */
function Squares({ title, sketches, list }: { title: string; sketches: readonly SketchThumb[]; list?: string }) {
  if (sketches.length === 0) return null
  const shown = sketches.slice(0, Math.max(COLUMNS, sketches.length - (sketches.length % COLUMNS)))
  return (
    <section>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.squares}>
        {shown.map((sketch) => {
          return (
            <li key={sketch.id}>
              <Link to={sketchAddress(sketch.id, list)} className={styles.square}>
                <SketchPicture picture={sketch} alt={sketch.alt} lazy />
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Sketches that share tags with this one, in full rows. */
export function SimilarStrip({ sketches }: { sketches: readonly SketchThumb[] }) {
  if (sketches.length === 0) return null
  return (
    <section className={styles.similar} aria-labelledby="similar">
      <SectionTitle id="similar">Similar</SectionTitle>
      <StripRows title="Similar" sketches={sketches} />
    </section>
  )
}
