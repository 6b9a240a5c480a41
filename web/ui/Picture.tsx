import { type CSSProperties, useState } from 'react'
import { thumbHashToDataURL } from 'thumbhash'
import { imageAddress, imageSrcSet } from '../../contract/image-sizes.ts'
import { classes } from './classes.ts'
import styles from './Picture.module.css'

type PictureProps = {
  /** Base address of the picture. */
  image: string
  alt: string
  /** Base64; shown in the picture's place until it is there. */
  thumbhash: string
  /** The box, in CSS pixels; the picture covers it. */
  width: number
  height: number
  /** The width to ask for when the box cuts the picture; that of the box otherwise. */
  needs?: number
  /** Instead of the two densities of one width: what the browser may choose from, and by what. */
  srcSet?: string
  sizes?: string
  /** Comes before others: it is what people came for. */
  urgent?: boolean
  className?: string
}

/** A sketch's picture in a box of fixed size; its blurred placeholder fades as it arrives, so nothing moves. */
export function Picture(props: PictureProps) {
  const { image, alt, thumbhash, width, height, needs = width, srcSet, sizes, urgent, className } = props
  const [arrived, setArrived] = useState(false)
  const seen = (element: HTMLImageElement | null) => {
    if (element?.complete && element.naturalWidth > 0) setArrived(true)
  }
  return (
    <>
      <img
        ref={seen}
        className={classes(styles.picture, className)}
        src={imageAddress(image, needs)}
        srcSet={srcSet ?? imageSrcSet(image, needs)}
        sizes={sizes}
        width={Math.round(width)}
        height={Math.round(height)}
        alt={alt}
        decoding="async"
        fetchPriority={urgent ? 'high' : undefined}
        onLoad={() => setArrived(true)}
      />
      <span className={styles.placeholder} style={placeholder(thumbhash)} data-arrived={arrived || undefined} />
    </>
  )
}

const drawn = new Map<string, string>()

function placeholder(thumbhash: string): CSSProperties | undefined {
  if (!thumbhash) return undefined
  const url = drawn.get(thumbhash) ?? thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0)))
  drawn.set(thumbhash, url)
  return { backgroundImage: `url(${url})` }
}
