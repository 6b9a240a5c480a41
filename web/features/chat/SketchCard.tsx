import { useQuery } from '@tanstack/react-query'
import { imageSrcSet } from '../../../contract/image-sizes.ts'
import { Link } from '../../ui/Link.tsx'
import { sketchQuery } from '../sketches/queries.ts'
import styles from './LineText.module.css'

const SIDE = 64

/** A sketch that a line leads to; of what this member is not shown there is the link alone. */
export function SketchCard({ id }: { id: number }) {
  const { data: sketch } = useQuery(sketchQuery(id))
  if (!sketch || sketch.hidden || sketch.mature) return null
  return (
    <Link to={`/sketch/${id}`} className={styles.card}>
      <img
        src={`${sketch.imageUrl}/100`}
        srcSet={imageSrcSet(sketch.imageUrl, SIDE)}
        alt=""
        width={SIDE}
        height={SIDE}
        loading="lazy"
      />
      <div>
        <b>{sketch.title}</b>
        <span>{sketch.nickname}</span>
      </div>
    </Link>
  )
}
