import { Heart } from 'lucide-react'
import type { MessageSketch } from '../../../contract/http/messages.ts'
import { coverPicture } from '../../../contract/image-sizes.ts'
import { withLinkKey } from '../../../contract/sketch-address.ts'
import { numberText } from '../../lib/format.ts'
import { messageTexts } from '../../lib/messages/messages.ts'
import { Hidden } from '../../ui/Hidden.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { matStyle } from '../../ui/Picture.tsx'
import styles from './AttachedSketch.module.css'

const SIDE = 120

/** Card of a sketch that is attached to a text, if the reader may see it. */
export function AttachedSketch({ sketch }: { sketch: MessageSketch }) {
  if (sketch.hidden) return <p className={styles.hidden}>{messageTexts.hiddenSketch}</p>
  const { id, linkKey, title, nickname, hearts, mat } = sketch
  return (
    <Link to={withLinkKey(`/sketch/${id}`, linkKey)} className={styles.card}>
      <img
        {...coverPicture(sketch, { width: SIDE, height: SIDE })}
        alt=""
        width={SIDE}
        height={SIDE}
        loading="lazy"
        style={matStyle(mat)}
      />
      <span className={styles.caption}>
        <cite className={styles.work}>{title}</cite>
        <span>{nickname}</span>
        <span className={styles.hearts}>
          <Icon of={Heart} size={16} />
          {numberText(hearts)}
          <Hidden> hearts</Hidden>
        </span>
      </span>
    </Link>
  )
}
