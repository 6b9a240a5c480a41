import { type ComponentProps, type CSSProperties, useEffect, useRef, useState } from 'react'
import { thumbHashToDataURL } from 'thumbhash'
import { scrollsFast } from '../lib/scroll-speed.ts'
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

/** A picture that comes sooner is shown without a placeholder and without a fade: neither would be seen, both take time. */
const SOON_MS = 100

/**
 * A sketch's picture in a box of fixed size; its blurred placeholder fades as it arrives, so nothing moves. One that
 * appears while the window is thrown past it is asked for only if it stays.
 */
export function Picture(props: PictureProps) {
  const { alt, thumbhash, width, height, urgent, ...source } = props
  const [state, setState] = useState<'passing' | 'soon' | 'coming' | 'arrived'>(() =>
    scrollsFast() ? 'passing' : 'soon',
  )
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (state !== 'passing' && state !== 'soon') return
    const look = setInterval(() => {
      const here = image.current?.complete && image.current.naturalWidth > 0
      if (here) clearInterval(look)
      else if (state === 'soon' || !scrollsFast()) setState('coming')
    }, SOON_MS)
    return () => clearInterval(look)
  }, [state])
  if (state === 'passing') return null
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
        onLoad={() => setState((before) => (before === 'soon' ? before : 'arrived'))}
      />
      {state !== 'soon' && (
        <span
          className={styles.placeholder}
          style={placeholder(thumbhash)}
          data-arrived={state === 'arrived' || undefined}
        />
      )}
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
