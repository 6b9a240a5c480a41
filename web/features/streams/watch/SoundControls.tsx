import { Volume2, VolumeX } from 'lucide-react'
import type { Dispatch, Ref, SetStateAction } from 'react'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Slider } from '../../../ui/Slider.tsx'
import styles from '../StreamLayout.module.css'
import { toggleMute, type Volume } from './volume.ts'

type SoundControlsProps = {
  volume: Volume
  onVolume: Dispatch<SetStateAction<Volume>>
  /** Enables sound; browsers require a press for it. */
  onTurnOn?: () => void
  muteRef?: Ref<HTMLButtonElement>
}

/** Mute button, and a volume slider where there is room. */
export function SoundControls({ volume, onVolume, onTurnOn, muteRef }: SoundControlsProps) {
  const isOff = volume.isMuted || volume.level === 0
  const isSilent = isOff || onTurnOn !== undefined
  const toggle = () => {
    onTurnOn?.()
    if (isOff || !onTurnOn) onVolume(toggleMute)
  }
  return (
    <>
      <IconButton
        ref={muteRef}
        icon={isSilent ? VolumeX : Volume2}
        aria-label={isSilent ? 'Unmute' : 'Mute'}
        onClick={toggle}
      />
      <div className={styles.volume}>
        <Slider
          label="Volume"
          hideLabel
          step={5}
          value={isSilent ? 0 : volume.level}
          format={(level) => `${level}%`}
          onChange={(level) => {
            onTurnOn?.()
            onVolume({ level, isMuted: false })
          }}
        />
      </div>
    </>
  )
}
