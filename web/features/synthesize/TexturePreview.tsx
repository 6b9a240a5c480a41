import type { RefObject } from 'react'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { containPicture } from '../../../contract/image-sizes.ts'
import { SAMPLE_SIDE_MAX } from './read-sample.ts'
import styles from './TextureMaker.module.css'
import type { TextureState } from './useTexture.ts'

type TexturePreviewProps = {
  sketch: ShownSketch
  state: TextureState
  canvas: RefObject<HTMLCanvasElement | null>
  /** Address of the finished texture, to show it two by two times. */
  repeatedUrl: string | null
}

/** The texture while it is made and afterwards, at first the sketch that it is made from. */
export function TexturePreview({ sketch, state, canvas, repeatedUrl }: TexturePreviewProps) {
  const hasTexture = state.step === 'running' || state.step === 'done'
  return (
    <div className={styles.stage}>
      {!hasTexture && (
        <img
          {...containPicture(sketch, { width: SAMPLE_SIDE_MAX, height: SAMPLE_SIDE_MAX })}
          width={sketch.width}
          height={sketch.height}
          alt={sketch.alt}
          className={styles.sample}
        />
      )}
      <canvas
        ref={canvas}
        className={styles.texture}
        hidden={!hasTexture || repeatedUrl !== null}
        role="img"
        aria-label={state.step === 'done' ? 'The texture' : 'The texture so far'}
      />
      {repeatedUrl && (
        <div
          className={styles.repeated}
          style={{ backgroundImage: `url("${repeatedUrl}")` }}
          role="img"
          aria-label="The texture, two by two times"
        />
      )}
    </div>
  )
}
