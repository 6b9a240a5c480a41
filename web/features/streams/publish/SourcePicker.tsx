import { AppWindow, Camera, type LucideIcon, PenTool } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { StreamSource } from '../../../../contract/http/streams.ts'
import { sourceNames, streamMessages } from '../../../lib/messages/streams.ts'
import { useStore } from '../../../lib/store.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import styles from './BroadcastPage.module.css'
import { canShareScreen } from './sources.ts'
import type { Studio } from './studio.ts'

const ICONS: Record<StreamSource, LucideIcon> = { screen: AppWindow, camera: Camera, whiteboard: PenTool }
const SOURCES: readonly StreamSource[] = ['screen', 'camera', 'whiteboard']

/** Id of the source buttons, for the start button. */
export const SOURCE_BUTTONS_ID = 'what-to-show'

/** Buttons for source and microphone, before and during the broadcast. */
export function SourcePicker({ studio }: { studio: Studio }) {
  const { source, microphone } = useStore(studio)
  const [failure, setFailure] = useState<string>()
  const attempt = (request: Promise<void>, message: string) => {
    setFailure(undefined)
    void request.catch(() => setFailure(message))
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row */}
      <div id={SOURCE_BUTTONS_ID} className={styles.sourceButtons} role="group" aria-label="Source">
        {SOURCES.filter((kind) => kind !== 'screen' || canShareScreen()).map((kind) => (
          <Button
            key={kind}
            icon={ICONS[kind]}
            pressed={source?.kind === kind}
            onClick={() =>
              attempt(studio.pick(kind), kind === 'camera' ? streamMessages.noCamera : streamMessages.noSource)
            }
          >
            {sourceNames[kind]}
          </Button>
        ))}
      </div>
      <div className={styles.sound}>
        <Checkbox
          checked={microphone !== 'off'}
          disabled={microphone === 'opening'}
          onChange={({ target }) => attempt(studio.openMicrophone(target.checked), streamMessages.noMicrophone)}
        >
          Microphone
        </Checkbox>
        {microphone === 'on' && <LevelMeter level={studio.level} />}
      </div>
      {source?.kind === 'whiteboard' && (
        <p className={styles.note}>
          {streamMessages.drawInOtherWindow}{' '}
          <a href="/whiteboard" target="_blank" rel="noopener">
            Open the whiteboard
          </a>
        </p>
      )}
      {failure && <FormError>{failure}</FormError>}
    </>
  )
}

/** Bar that follows the level of the microphone. `level` returns 0 to 1. */
export function LevelMeter({ level }: { level: () => number }) {
  const bar = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    let frame = 0
    const draw = () => {
      bar.current?.style.setProperty('--level', String(Math.min(1, level())))
      frame = requestAnimationFrame(draw)
    }
    draw()
    return () => cancelAnimationFrame(frame)
  }, [level])
  return (
    <span className={styles.meter} role="img" aria-label="Microphone level">
      <span ref={bar} />
    </span>
  )
}
