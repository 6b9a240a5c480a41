import { beforeEach, describe, expect, it } from 'vitest'
import type { StreamSource } from '../../../contract/http/streams.ts'
import type { Source } from '../../../web/features/streams/publish/source.ts'
import { type Devices, Studio } from '../../../web/features/streams/publish/studio.ts'

/** Devices whose permission is granted or refused later. */
class PromptedDevices implements Devices {
  /** The open devices, and how each source ends by itself. */
  readonly open = new Set<string>()
  readonly endOf = new Map<string, () => void>()
  /** The inputs of the mix. */
  readonly mixed = new Map<string, boolean>()
  readonly #waiting = new Map<string, (given: boolean) => void>()

  readonly pick = (kind: StreamSource) =>
    this.#grant(
      kind,
      (): Source => ({
        ...{ kind, preview: {} as MediaStream, sound: null, read: () => () => undefined, snapshot: () => null },
        stopsWhileHidden: false,
        stop: () => void this.open.delete(kind),
        onEnded: (ended) => void this.endOf.set(kind, ended),
      }),
    )

  readonly microphone = () =>
    this.#grant('microphone', () => {
      const track = { stop: () => this.open.delete('microphone') }
      return { getTracks: () => [track] } as unknown as MediaStream
    })

  readonly mix = () => ({
    track: null,
    setInput: (input: string, stream: MediaStream | null) => void this.mixed.set(input, stream !== null),
    level: () => 0.5,
    close: () => this.mixed.clear(),
  })

  answer(device: string, given = true): void {
    this.#waiting.get(device)?.(given)
  }

  #grant<Given>(device: string, give: () => Given): Promise<Given> {
    const { promise, resolve, reject } = Promise.withResolvers<Given>()
    this.#waiting.set(device, (given) => {
      if (!given) return reject(new DOMException('not given', 'NotAllowedError'))
      this.open.add(device)
      resolve(give())
    })
    return promise
  }
}

let devices: PromptedDevices
let studio: Studio
beforeEach(() => {
  devices = new PromptedDevices()
  studio = new Studio(devices)
})

async function pick(kind: StreamSource): Promise<void> {
  const picked = studio.pick(kind)
  devices.answer(kind)
  await picked
}

async function openMicrophone(): Promise<void> {
  const opened = studio.openMicrophone(true)
  devices.answer('microphone')
  await opened
}

describe('the source of a broadcast [2 §2 Streams]', () => {
  it('a picked source is shown', async () => {
    await pick('camera')
    expect(studio.state()).toMatchObject({ source: { kind: 'camera' }, hasSourceEnded: false })
  })
  it('the latest picked source replaces the previous one', async () => {
    await pick('camera')
    await pick('screen')
    expect(studio.state().source?.kind).toBe('screen')
  })
  it('the previous source is closed', async () => {
    await pick('camera')
    await pick('screen')
    expect([...devices.open]).toEqual(['screen'])
  })
  it('the source stays when another one is refused', async () => {
    await pick('camera')
    const refused = studio.pick('screen')
    devices.answer('screen', false)
    await expect(refused).rejects.toThrow('not given')
    expect(studio.state().source?.kind).toBe('camera')
    expect([...devices.open]).toEqual(['camera'])
  })
  it('a source that is granted after a later one was picked is closed', async () => {
    const camera = studio.pick('camera')
    await pick('whiteboard')
    devices.answer('camera')
    await camera
    expect(studio.state().source?.kind).toBe('whiteboard')
    expect([...devices.open]).toEqual(['whiteboard'])
  })
  it('a refusal after a later source was picked is not reported', async () => {
    const screen = studio.pick('screen')
    await pick('camera')
    devices.answer('screen', false)
    await screen
    expect(studio.state().source?.kind).toBe('camera')
  })
  it('a source that ended by itself is reported', async () => {
    await pick('screen')
    devices.endOf.get('screen')?.()
    expect(studio.state()).toMatchObject({ source: null, hasSourceEnded: true })
    expect([...devices.open]).toEqual([])
  })
  it('the end of a source is reported until another one is picked', async () => {
    await pick('screen')
    devices.endOf.get('screen')?.()
    await pick('camera')
    expect(studio.state().hasSourceEnded).toBe(false)
  })
  it('the end of an earlier source does not affect the current one', async () => {
    await pick('screen')
    await pick('camera')
    devices.endOf.get('screen')?.()
    expect(studio.state()).toMatchObject({ source: { kind: 'camera' }, hasSourceEnded: false })
  })
  it('leaving the page closes the source', async () => {
    await pick('camera')
    studio.close()
    expect(studio.state().source).toBeNull()
    expect([...devices.open]).toEqual([])
    expect(devices.mixed.size).toBe(0)
  })
  it('a source that is granted after leaving the page is closed', async () => {
    const later = studio.pick('screen')
    studio.close()
    devices.answer('screen')
    await later
    expect(studio.state().source).toBeNull()
    expect([...devices.open]).toEqual([])
  })
  it('a source can be picked again after leaving', async () => {
    studio.close()
    await pick('camera')
    expect(studio.state().source?.kind).toBe('camera')
  })
})

describe('the microphone', () => {
  it('the microphone is opening without a level until it is granted', async () => {
    const opened = studio.openMicrophone(true)
    expect([studio.state().microphone, studio.level()]).toEqual(['opening', 0])
    devices.answer('microphone')
    await opened
  })
  it('the microphone is on with a level once it is granted', async () => {
    await openMicrophone()
    expect([studio.state().microphone, studio.level(), devices.mixed.get('microphone')]).toEqual(['on', 0.5, true])
  })
  it('the microphone is closed when it is switched off', async () => {
    await openMicrophone()
    await studio.openMicrophone(false)
    expect([studio.state().microphone, studio.level(), devices.mixed.get('microphone')]).toEqual(['off', 0, false])
    expect([...devices.open]).toEqual([])
  })
  it('the microphone is off when it is refused', async () => {
    const opened = studio.openMicrophone(true)
    devices.answer('microphone', false)
    await expect(opened).rejects.toThrow('not given')
    expect(studio.state().microphone).toBe('off')
  })
  it('leaving the page closes the microphone', async () => {
    await openMicrophone()
    studio.close()
    expect([...devices.open]).toEqual([])
    expect(devices.mixed.size).toBe(0)
  })
  it('a microphone that is granted after leaving the page is closed', async () => {
    const later = studio.openMicrophone(true)
    studio.close()
    devices.answer('microphone')
    await later
    expect([...devices.open]).toEqual([])
    expect(studio.state().microphone).toBe('off')
    expect(devices.mixed.size).toBe(0)
  })
  it('a refusal after leaving is not reported', async () => {
    const later = studio.openMicrophone(true)
    studio.close()
    await pick('camera')
    devices.answer('microphone', false)
    await later
    expect(studio.state()).toMatchObject({ microphone: 'off', source: { kind: 'camera' } })
  })
})
