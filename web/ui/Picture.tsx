import { type ComponentProps, type CSSProperties, useEffect, useRef, useState } from 'react'
import { thumbHashToDataURL } from 'thumbhash'
import { isScrollingFast } from '../lib/scroll-speed.ts'
import styles from './Picture.module.css'

type PictureProps = Pick<ComponentProps<'img'>, 'src' | 'srcSet' | 'sizes'> & {
  alt: string
  /** Base64, shown until the picture has loaded. */
  thumbhash: string
  /** Box in CSS pixels; the picture covers it. */
  width: number
  height: number
  /** Fetches with high priority. */
  priority?: boolean
}

/** Faster pictures are shown without a placeholder and a fade, which nobody would see. */
const PLACEHOLDER_DELAY_MS = 100

/**
 * Picture in a box of fixed size, with a blurred placeholder that fades out. During fast scrolling it is only requested
 * if it stays on the page.
 */
export function Picture(props: PictureProps) {
  const { alt, thumbhash, width, height, priority, ...source } = props
  const [state, setState] = useState<'passing' | 'soon' | 'coming' | 'arrived'>(() =>
    isScrollingFast() ? 'passing' : 'soon',
  )
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (state !== 'passing' && state !== 'soon') return
    const check = setInterval(() => {
      const here = image.current?.complete && image.current.naturalWidth > 0
      if (here) clearInterval(check)
      else if (state === 'soon' || !isScrollingFast()) setState('coming')
    }, PLACEHOLDER_DELAY_MS)
    return () => clearInterval(check)
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
        fetchPriority={priority ? 'high' : undefined}
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

const placeholderUrls = new Map<string, string>()

function placeholder(thumbhash: string): CSSProperties | undefined {
  if (!thumbhash) return undefined
  const url =
    placeholderUrls.get(thumbhash) ?? thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0)))
  placeholderUrls.set(thumbhash, url)
  return { backgroundImage: `url(${url})` }
}
