import { Volume2, VolumeX } from 'lucide-react'
import type { Dispatch, SetStateAction } from 'react'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Slider } from '../../../ui/Slider.tsx'
import styles from '../StreamLayout.module.css'
import { muteToggled, type Volume } from './volume.ts'

type SoundControlsProps = { volume: Volume; onVolume: Dispatch<SetStateAction<Volume>> }

/** Mutes, and where there is room for it sets how loud it is. */
export function SoundControls({ volume, onVolume }: SoundControlsProps) {
  const isSilent = volume.isMuted || volume.level === 0
  return (
    <>
      <IconButton
        icon={isSilent ? VolumeX : Volume2}
        aria-label={isSilent ? 'Unmute' : 'Mute'}
        onClick={() => onVolume(muteToggled)}
      />
      <div className={styles.volume}>
        <Slider
          label="Volume"
          hideLabel
          step={5}
          value={isSilent ? 0 : volume.level}
          format={(level) => `${level}%`}
          onChange={(level) => onVolume({ level, isMuted: false })}
        />
      </div>
    </>
  )
}
