import type { StreamSource } from '../../../../contract/http/streams.ts'
import { Store } from '../../../lib/store.ts'
import { SoundMix } from './sound-mix.ts'
import { pickSource, type Source } from './sources.ts'

export type StudioState = {
  source: Source | null
  /** What was shown was closed by something else than this page. */
  hasSourceEnded: boolean
  microphone: 'off' | 'opening' | 'on'
}

/** Where it gets what it shows and hears; what was not given is a DOMException. */
export type Devices = {
  pick: (kind: StreamSource) => Promise<Source>
  microphone: () => Promise<MediaStream>
  mix: () => Mix
}

export type Mix = Pick<SoundMix, 'track' | 'put' | 'level' | 'close'>

const EMPTY: StudioState = { source: null, hasSourceEnded: false, microphone: 'off' }

/** What a member is about to show and say, or does, until their stream is over or its page is left. */
export class Studio extends Store<StudioState> {
  readonly #devices: Devices
  #mix: Mix | null = null
  #microphone: MediaStream | null = null
  /** Raised with each asking, and when it closes: what is given to an earlier one is not wanted any more. */
  #asked = { source: 0, microphone: 0 }

  constructor(devices: Devices) {
    super(EMPTY)
    this.#devices = devices
  }

  /** Its sound, once there is a reason to have any. */
  get mix(): Mix {
    this.#mix ??= this.#devices.mix()
    return this.#mix
  }

  /** How loud it is now, from 0 to 1. */
  readonly level = (): number => (this.state().microphone === 'on' ? this.mix.level() : 0)

  /**
   * Asks for something to show, which takes the place of what was shown.
   * @throws DOMException where it was not given.
   */
  async pick(kind: StreamSource): Promise<void> {
    const asked = ++this.#asked.source
    const isWanted = () => asked === this.#asked.source
    const source = await this.#devices.pick(kind).catch((error) => {
      if (isWanted()) throw error
    })
    if (!source || !isWanted()) return source?.stop()
    this.state().source?.stop()
    this.mix.put('source', source.sound)
    source.onEnded(() => {
      if (this.state().source !== source) return
      source.stop()
      this.mix.put('source', null)
      this.setState({ source: null, hasSourceEnded: true })
    })
    this.setState({ source, hasSourceEnded: false })
  }

  /**
   * Opens the microphone, or closes it.
   * @throws DOMException where it was not given.
   */
  async openMicrophone(on: boolean): Promise<void> {
    const asked = ++this.#asked.microphone
    silence(this.#microphone)
    this.#microphone = null
    if (on) this.setState({ microphone: 'opening' })
    try {
      const given = on ? await this.#devices.microphone() : null
      if (asked !== this.#asked.microphone) return silence(given)
      this.#microphone = given
      this.mix.put('microphone', given)
      this.setState({ microphone: on ? 'on' : 'off' })
    } catch (error) {
      if (asked !== this.#asked.microphone) return
      this.setState({ microphone: 'off' })
      throw error
    }
  }

  close(): void {
    this.#asked = { source: this.#asked.source + 1, microphone: this.#asked.microphone + 1 }
    this.state().source?.stop()
    silence(this.#microphone)
    this.#mix?.close()
    this.#mix = null
    this.#microphone = null
    this.resetState(EMPTY)
  }
}

function silence(microphone: MediaStream | null): void {
  for (const track of microphone?.getTracks() ?? []) track.stop()
}

/** What this machine has to show and to hear with. */
export const browserDevices = (me: number): Devices => ({
  pick: (kind) => pickSource(kind, me),
  microphone: () => navigator.mediaDevices.getUserMedia({ audio: true }),
  mix: () => new SoundMix(),
})
