import { SoundMix } from './sound-mix.ts'
import { pickSource } from './sources.ts'
import type { Devices } from './studio.ts'

/** What this machine has to show and to hear with. */
export const devicesOf = (me: number): Devices => ({
  pick: (kind) => pickSource(kind, me),
  microphone: () => navigator.mediaDevices.getUserMedia({ audio: true }),
  mix: () => new SoundMix(),
})
