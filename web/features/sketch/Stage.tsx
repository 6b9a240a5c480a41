import type { ShownSketch } from '../../../contract/http/sketch.ts'
import { IMAGE_SIZES, imageAddress } from '../../../contract/image-sizes.ts'
import { sketchNotices } from '../../lib/messages.ts'
import { Picture } from '../../ui/Picture.tsx'
import styles from './Stage.module.css'

const TALL_BELOW = 0.5
const WIDE_FROM = 3
/** Widths offered to the browser, in device pixels; it picks by the space that the picture gets. */
const OFFERED = [...IMAGE_SIZES.filter((size) => size >= 350), 1200, 1400, 1600, 2048]

/** The picture, whole, on a neutral mat: fitted to the window and never enlarged past its own pixels. */
export function Stage({ sketch }: { sketch: ShownSketch }) {
  const { width, height } = sketch
  const ratio = width / height
  const shape = ratio < TALL_BELOW ? 'tall' : ratio > WIDE_FROM ? 'wide' : undefined
  const srcSet = OFFERED.map((size) => `${imageAddress(sketch.imageUrl, size)} ${size}w`).join(', ')
  return (
    <div className={styles.stage} data-shape={shape}>
      {sketch.notice && <p className={styles.notice}>{sketchNotices[sketch.notice]}</p>}
      <div
        className={styles.frame}
        style={
          { '--ratio': ratio, '--own-width': `${width}px`, aspectRatio: `${width} / ${height}` } as React.CSSProperties
        }
      >
        <Picture
          src={imageAddress(sketch.imageUrl, 1024)}
          alt={sketch.alt}
          thumbhash={sketch.thumbhash}
          width={width}
          height={height}
          srcSet={srcSet}
          sizes="(min-width: 1024px) calc(100vw - 504px), 100vw"
          urgent
        />
      </div>
    </div>
  )
}
