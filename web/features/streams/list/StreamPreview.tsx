import { useState } from 'react'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import styles from './StreamPreview.module.css'

type StreamPreviewProps = {
  /** Address of the picture; null for a new stream, and where it may not be shown. */
  src: string | null
  width: number
  height: number
}

/** Picture of a stream in a list, over a skeleton until it has loaded. Fills its positioned parent. */
export function StreamPreview({ src, width, height }: StreamPreviewProps) {
  const [isLoaded, setLoaded] = useState(false)
  return (
    <>
      {!(src && isLoaded) && <Skeleton className={styles.waiting} />}
      {src && (
        <img
          src={src}
          alt=""
          width={width}
          height={height}
          loading="lazy"
          onLoad={() => setLoaded(true)}
          onError={() => setLoaded(false)}
        />
      )}
    </>
  )
}
