import type { StreamSource } from '../../../../contract/http/stream.ts'
import { SoundMix } from './sound-mix.ts'
import { pickSource, type Source } from './sources.ts'

export type StudioState = {
  source: Source | null
  /** What was shown was closed by something else than this page. */
  hasSourceEnded: boolean
  microphone: 'off' | 'opening' | 'on'
}

const EMPTY: StudioState = { source: null, hasSourceEnded: false, microphone: 'off' }

/** What a member is about to show and say, or does: kept while one stream ends and another begins. */
export class Studio {
  readonly #me: number
  readonly #listeners = new Set<() => void>()
  #mix: SoundMix | null = null
  #microphone: MediaStream | null = null
  #state = EMPTY

  constructor(me: number) {
    this.#me = me
  }

  /** Its sound, once there is a reason to have any. */
  get mix(): SoundMix {
    this.#mix ??= new SoundMix()
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
    const source = await pickSource(kind, this.#me)
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
    for (const track of this.#microphone?.getTracks() ?? []) track.stop()
    this.#microphone = null
    if (on) {
      this.#change({ microphone: 'opening' })
      this.#microphone = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((error) => {
        this.#change({ microphone: 'off' })
        throw error
      })
    }
    this.mix.put('microphone', this.#microphone)
    this.#change({ microphone: on ? 'on' : 'off' })
  }

  close(): void {
    this.#state.source?.stop()
    for (const track of this.#microphone?.getTracks() ?? []) track.stop()
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
