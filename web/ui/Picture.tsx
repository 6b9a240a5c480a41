import { type ComponentProps, type CSSProperties, startTransition, useEffect, useRef, useState } from 'react'
import { thumbHashToDataURL } from 'thumbhash'
import { MATS, type Mat } from '../../contract/mat.ts'
import { recordLoaded } from '../lib/loaded-pictures.ts'
import { isScrollingFast } from '../lib/scroll-speed.ts'
import { Hidden } from './Hidden.tsx'
import styles from './Picture.module.css'

type PictureProps = Pick<ComponentProps<'img'>, 'src' | 'srcSet' | 'sizes' | 'loading'> & {
  alt: string
  /** Base64, shown until the picture has loaded. */
  thumbhash: string
  /** Box in CSS pixels; the picture covers it. */
  width: number
  height: number
  /** Colour behind a transparent picture. */
  mat?: Mat | null
  /** Fetches with high priority. */
  priority?: boolean
}

/** Pictures that load faster than this are shown without placeholder and fade, in ms. */
const PLACEHOLDER_DELAY_MS = 100

/** Times after which a failed picture is requested again: the site makes a limited number of pictures a minute. */
const RETRY_AFTER_MS = [5000, 20_000, 60_000]

/**
 * Picture in a box of fixed size, with a blurred placeholder that fades out. During fast scrolling it is only requested
 * if it stays on the page. One that fails is requested again, behind its placeholder.
 */
export function Picture(props: PictureProps) {
  const { alt, thumbhash, width, height, mat, priority, ...source } = props
  const [state, setState] = useState<'deferred' | 'requested' | 'slow' | 'loaded'>(() =>
    isScrollingFast() ? 'deferred' : 'requested',
  )
  const [retries, setRetries] = useState(0)
  const [hasFailed, setFailed] = useState(false)
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const after = hasFailed ? RETRY_AFTER_MS[retries] : undefined
    if (after === undefined) return
    const timer = setTimeout(() => {
      setFailed(false)
      setRetries(retries + 1)
    }, after)
    return () => clearTimeout(timer)
  }, [hasFailed, retries])
  useEffect(() => {
    if (state !== 'deferred' && state !== 'requested') return
    const check = setInterval(() => {
      const isComplete = image.current?.complete && image.current.naturalWidth > 0
      if (isComplete) clearInterval(check)
      // React renders a transition in short tasks, so decoding many placeholders does not block the page.
      else if (state === 'requested' || !isScrollingFast()) startTransition(() => setState('slow'))
    }, PLACEHOLDER_DELAY_MS)
    return () => clearInterval(check)
  }, [state])
  // The link around it would have no name when it gets the focus.
  if (state === 'deferred') return alt && <Hidden>{alt}</Hidden>
  return (
    <>
      <img
        key={retries}
        ref={image}
        {...source}
        className={styles.picture}
        style={matStyle(mat)}
        width={Math.round(width)}
        height={Math.round(height)}
        alt={alt}
        fetchPriority={priority ? 'high' : undefined}
        onLoad={(event) => {
          recordLoaded(event.currentTarget.currentSrc)
          setFailed(false)
          setState((before) => (before === 'requested' ? before : 'loaded'))
        }}
        onError={() => {
          setFailed(true)
          setState('slow')
        }}
      />
      {state !== 'requested' && (
        <span
          className={styles.placeholder}
          style={placeholderStyle(thumbhash)}
          data-loaded={state === 'loaded' || undefined}
        />
      )}
    </>
  )
}

/** Style of a picture on its mat. */
export function matStyle(mat: Mat | null | undefined): CSSProperties | undefined {
  return mat ? { backgroundColor: MATS[mat] } : undefined
}

const placeholderUrls = new Map<string, string>()

/** Background of a box for the blurred placeholder of a picture; `undefined` for one without. */
export function placeholderStyle(thumbhash: string): CSSProperties | undefined {
  if (!thumbhash) return undefined
  const url =
    placeholderUrls.get(thumbhash) ?? thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0)))
  placeholderUrls.set(thumbhash, url)
  return { backgroundImage: `url(${url})` }
}
