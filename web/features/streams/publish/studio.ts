import type { StreamSource } from '../../../../contract/http/streams.ts'
import { Store } from '../../../lib/store.ts'
import { SoundMix } from './sound-mix.ts'
import type { Source } from './source.ts'
import { openSource } from './sources.ts'

export type StudioState = {
  source: Source | null
  /** The source was closed outside this page. */
  hasSourceEnded: boolean
  microphone: 'off' | 'opening' | 'on'
}

/** Access to devices; refusals reject with a DOMException. */
export type Devices = {
  pick: (kind: StreamSource) => Promise<Source>
  microphone: () => Promise<MediaStream>
  mix: () => Mix
}

export type Mix = Pick<SoundMix, 'track' | 'setInput' | 'level' | 'close'>

const EMPTY: StudioState = { source: null, hasSourceEnded: false, microphone: 'off' }

/** Source and microphone of a broadcast, before and while it is live. */
export class Studio extends Store<StudioState> {
  readonly #devices: Devices
  #mix: Mix | null = null
  #microphone: MediaStream | null = null
  /** Counts requests, so that replies to earlier ones are discarded. */
  #requests = { source: 0, microphone: 0 }

  constructor(devices: Devices) {
    super(EMPTY)
    this.#devices = devices
  }

  get mix(): Mix {
    this.#mix ??= this.#devices.mix()
    return this.#mix
  }

  readonly level = (): number => (this.state().microphone === 'on' ? this.mix.level() : 0)

  /**
   * Opens a source that replaces the current one.
   * @throws DOMException when the browser refuses it.
   */
  async pick(kind: StreamSource): Promise<void> {
    const request = ++this.#requests.source
    const isCurrent = () => request === this.#requests.source
    const source = await this.#devices.pick(kind).catch((error) => {
      if (isCurrent()) throw error
    })
    if (!source || !isCurrent()) return source?.stop()
    this.state().source?.stop()
    this.mix.setInput('source', source.sound)
    source.onEnded(() => {
      if (this.state().source !== source) return
      source.stop()
      this.mix.setInput('source', null)
      this.setState({ source: null, hasSourceEnded: true })
    })
    this.setState({ source, hasSourceEnded: false })
  }

  /**
   * Opens or closes the microphone.
   * @throws DOMException when the browser refuses it.
   */
  async openMicrophone(on: boolean): Promise<void> {
    const request = ++this.#requests.microphone
    stopTracks(this.#microphone)
    this.#microphone = null
    if (on) this.setState({ microphone: 'opening' })
    try {
      const stream = on ? await this.#devices.microphone() : null
      if (request !== this.#requests.microphone) return stopTracks(stream)
      this.#microphone = stream
      this.mix.setInput('microphone', stream)
      this.setState({ microphone: on ? 'on' : 'off' })
    } catch (error) {
      if (request !== this.#requests.microphone) return
      this.setState({ microphone: 'off' })
      throw error
    }
  }

  close(): void {
    this.#requests = { source: this.#requests.source + 1, microphone: this.#requests.microphone + 1 }
    this.state().source?.stop()
    stopTracks(this.#microphone)
    this.#mix?.close()
    this.#mix = null
    this.#microphone = null
    this.resetState(EMPTY)
  }
}

function stopTracks(microphone: MediaStream | null): void {
  for (const track of microphone?.getTracks() ?? []) track.stop()
}

export const browserDevices = (me: number): Devices => ({
  pick: (kind) => openSource(kind, me),
  microphone: () => navigator.mediaDevices.getUserMedia({ audio: true }),
  mix: () => new SoundMix(),
})
