import { type ComponentProps, type CSSProperties, useLayoutEffect, useRef, useState } from 'react'
import { thumbHashToDataURL } from 'thumbhash'
import styles from './Picture.module.css'

type PictureProps = Pick<ComponentProps<'img'>, 'src' | 'srcSet' | 'sizes'> & {
  alt: string
  /** Base64; shown in the picture's place until it is there. */
  thumbhash: string
  /** The box, in CSS pixels; the picture covers it. */
  width: number
  height: number
  /** Comes before others: it is what people came for. */
  urgent?: boolean
}

/** A sketch's picture in a box of fixed size; its blurred placeholder fades as it arrives, so nothing moves. */
export function Picture(props: PictureProps) {
  const { alt, thumbhash, width, height, urgent, ...source } = props
  const [state, setState] = useState<'new' | 'coming' | 'arrived'>('new')
  const image = useRef<HTMLImageElement>(null)
  // A picture that is here already needs no placeholder; drawing one takes time.
  useLayoutEffect(() => {
    setState(image.current?.complete && image.current.naturalWidth > 0 ? 'arrived' : 'coming')
  }, [])
  return (
    <>
      <img
        ref={image}
        {...source}
        className={styles.picture}
        width={Math.round(width)}
        height={Math.round(height)}
        alt={alt}
        fetchPriority={urgent ? 'high' : undefined}
        onLoad={() => setState('arrived')}
      />
      <span
        className={styles.placeholder}
        style={state === 'coming' ? placeholder(thumbhash) : undefined}
        data-arrived={state === 'arrived' || undefined}
      />
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
