import type { StreamSource } from '../../../../contract/http/streams.ts'
import type { SoundMix } from './sound-mix.ts'
import type { Source } from './sources.ts'

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
export class Studio {
  readonly #devices: Devices
  readonly #listeners = new Set<() => void>()
  #mix: Mix | null = null
  #microphone: MediaStream | null = null
  #state = EMPTY
  /** Raised with each asking, and when it closes: what is given to an earlier one is not wanted any more. */
  #asked = { source: 0, microphone: 0 }

  constructor(devices: Devices) {
    this.#devices = devices
  }

  /** Its sound, once there is a reason to have any. */
  get mix(): Mix {
    this.#mix ??= this.#devices.mix()
    return this.#mix
  }

  /** How loud it is now, from 0 to 1. */
  readonly level = (): number => (this.#state.microphone === 'on' ? this.mix.level() : 0)

  readonly state = (): StudioState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

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
    this.#state.source?.stop()
    this.mix.put('source', source.sound)
    source.onEnded(() => {
      if (this.#state.source !== source) return
      source.stop()
      this.mix.put('source', null)
      this.#change({ source: null, hasSourceEnded: true })
    })
    this.#change({ source, hasSourceEnded: false })
  }

  /**
   * Opens the microphone, or closes it.
   * @throws DOMException where it was not given.
   */
  async openMicrophone(on: boolean): Promise<void> {
    const asked = ++this.#asked.microphone
    silence(this.#microphone)
    this.#microphone = null
    if (on) this.#change({ microphone: 'opening' })
    try {
      const given = on ? await this.#devices.microphone() : null
      if (asked !== this.#asked.microphone) return silence(given)
      this.#microphone = given
      this.mix.put('microphone', given)
      this.#change({ microphone: on ? 'on' : 'off' })
    } catch (error) {
      if (asked !== this.#asked.microphone) return
      this.#change({ microphone: 'off' })
      throw error
    }
  }

  close(): void {
    this.#asked = { source: this.#asked.source + 1, microphone: this.#asked.microphone + 1 }
    this.#state.source?.stop()
    silence(this.#microphone)
    this.#mix?.close()
    this.#mix = null
    this.#microphone = null
    this.#state = EMPTY
  }

  #change(changed: Partial<StudioState>): void {
    this.#state = { ...this.#state, ...changed }
    for (const listener of this.#listeners) listener()
  }
}

function silence(microphone: MediaStream | null): void {
  for (const track of microphone?.getTracks() ?? []) track.stop()
}
