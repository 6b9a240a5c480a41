import { Download, Grid2x2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { TITLE_MAX } from '../../../contract/limits.ts'
import { numberText, percentText } from '../../lib/format.ts'
import { synthesizeMessages } from '../../lib/messages/synthesize.ts'
import { useObjectUrl } from '../../lib/object-url.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { FormError } from '../../ui/FormError.tsx'
import { Link } from '../../ui/Link.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Slider } from '../../ui/Slider.tsx'
import { handOffUpload } from '../uploads/upload-handoff.ts'
import styles from './TextureMaker.module.css'
import { TexturePreview } from './TexturePreview.tsx'
import { type TextureState, useTexture } from './useTexture.ts'

/** Sides of a texture in pixels. */
const SIDES = ['512', '1024', '2048'] as const
type Side = (typeof SIDES)[number]
/** Sides of its patches in pixels. */
const PATCH_SIDES = { min: 24, max: 128, step: 8, first: 64 }

/** Makes textures from a sketch, with a preview; a finished one can be downloaded or posted. */
export function TextureMaker({ sketch }: { sketch: ShownSketch }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const makeButton = useRef<HTMLButtonElement>(null)
  const [side, setSide] = useState<Side>('1024')
  const [patchSide, setPatchSide] = useState(PATCH_SIDES.first)
  const [isRepeated, setRepeated] = useState(false)
  const { state, make, cancel } = useTexture(sketch, `texture-${sketch.id}.png`, canvas)
  const url = useObjectUrl(state.step === 'done' ? state.file : null)
  const hintId = useId()
  const isRunning = state.step === 'running'
  return (
    <div className={styles.maker}>
      <TexturePreview sketch={sketch} state={state} canvas={canvas} repeatedUrl={isRepeated ? url : null} />
      <div className={styles.controls}>
        <p>
          Makes a square texture out of <SketchTitle sketch={sketch} />. Its edges fit together, so it can be repeated.
        </p>
        <Segmented
          label="Size in pixels"
          showLabel
          options={SIDES.map((value) => ({ value, label: numberText(Number(value)) }))}
          value={side}
          onChange={setSide}
        />
        <div className={styles.detail}>
          <Slider
            label="Size of details"
            {...PATCH_SIDES}
            value={patchSide}
            onChange={setPatchSide}
            format={(value) => `${value} pixels`}
            aria-describedby={hintId}
          />
          <p id={hintId} className={styles.hint}>
            Large details keep more of the drawing together, small ones mix it more.
          </p>
        </div>
        <div className={styles.buttons}>
          <Button
            ref={makeButton}
            variant={state.step === 'done' ? 'normal' : 'primary'}
            busy={isRunning}
            onClick={() => void make({ side: Number(side), patchSide })}
          >
            {state.step === 'done' || state.step === 'failed' ? 'Try again' : 'Make texture'}
          </Button>
          {isRunning && (
            <Button
              onClick={() => {
                cancel()
                // The pressed button is removed.
                makeButton.current?.focus()
              }}
            >
              Cancel
            </Button>
          )}
        </div>
        {isRunning && <MakingProgress part={state.part} />}
        <FormError className={styles.problem}>{state.step === 'failed' && state.message}</FormError>
        <p role="status" className={styles.ready}>
          {state.step === 'done' && synthesizeMessages.ready}
        </p>
        {state.step === 'done' && url && (
          <FinishedTexture sketch={sketch} texture={state} url={url} isRepeated={isRepeated} onRepeat={setRepeated} />
        )}
      </div>
    </div>
  )
}

const SketchTitle = ({ sketch }: { sketch: ShownSketch }) => (
  <Link to={`/sketch/${sketch.id}`} className={styles.title}>
    {sketch.title}
  </Link>
)

/** Whole percents, which are few enough to be announced. */
function MakingProgress({ part }: { part: number }) {
  const percent = Math.floor(part * 100)
  return <Progress label={`Making the texture, ${percentText(percent / 100)}`} value={percent} />
}

type FinishedTextureProps = {
  sketch: ShownSketch
  texture: Extract<TextureState, { step: 'done' }>
  url: string
  isRepeated: boolean
  onRepeat: (isRepeated: boolean) => void
}

function FinishedTexture({ sketch, texture: { file, side }, url, isRepeated, onRepeat }: FinishedTextureProps) {
  const navigate = useNavigate()
  const post = () => {
    const { id, title, mature, unlisted, madeWithAi } = sketch
    handOffUpload([file], {
      title: `Texture of ${title}`.slice(0, TITLE_MAX),
      mature,
      unlisted,
      // A texture of other sketches still has to be declared by its artist.
      ...(madeWithAi && { madeWithAi }),
    })
    void navigate(`/upload?parent=${id}`)
  }
  return (
    <div className={styles.buttons}>
      <Button variant="primary" onClick={post}>
        Post as a sketch
      </Button>
      <ButtonLink href={url} download={file.name} icon={Download}>
        Download PNG
      </ButtonLink>
      <Button icon={Grid2x2} pressed={isRepeated} onClick={() => onRepeat(!isRepeated)}>
        Show repeated
      </Button>
      <p className={styles.hint}>{`${numberText(side)} by ${numberText(side)} pixels.`}</p>
    </div>
  )
}
