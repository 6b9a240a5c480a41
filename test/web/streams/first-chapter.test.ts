import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StreamClientMessage, StreamServerEvent } from '../../../contract/socket/stream-messages.ts'
import { BroadcastSession } from '../../../web/features/streams/publish/broadcast-session.ts'
import type { ConnectionState } from '../../../web/lib/live-connection.ts'

/** The ticker of pictures, which these tests do not need. */
class IdleWorker {
  postMessage(): void {}
  terminate(): void {}
}

/** A broadcast whose connection the test opens. */
class TestBroadcast extends BroadcastSession {
  readonly sent: StreamClientMessage[] = []
  isOpen = false

  constructor() {
    super(1, 2, { track: null })
  }

  admit(): void {
    this.isOpen = true
    const publish: StreamServerEvent = {
      type: 'publish',
      next: { picture: 0, sound: 0, still: 0, soundFile: 0 },
      clockMs: 0,
    }
    this.onEvents([publish])
  }

  lose(connection: ConnectionState): void {
    this.onConnection(connection)
  }

  protected override send(message: StreamClientMessage): boolean {
    if (this.isOpen) this.sent.push(message)
    return this.isOpen
  }
}

const chapters = ({ sent }: TestBroadcast) =>
  sent.flatMap((message) => (message.type === 'chapter' ? message.title : []))

describe('a chapter of a broadcast [2 §2 Streams]', () => {
  beforeEach(() => void vi.stubGlobal('Worker', IdleWorker))
  afterEach(() => void vi.unstubAllGlobals())

  it('a chapter that is added before the stream is connected begins with the stream', () => {
    const broadcast = new TestBroadcast()
    expect(broadcast.addChapter('Sketching')).toBe(true)
    broadcast.admit()
    expect(chapters(broadcast)).toEqual(['Sketching'])
  })

  it('a chapter is sent once, also when the publisher reconnects', () => {
    const broadcast = new TestBroadcast()
    broadcast.addChapter('Sketching')
    broadcast.admit()
    broadcast.admit()
    expect(chapters(broadcast)).toEqual(['Sketching'])
  })

  it('a chapter is refused while the connection of a started stream is lost', () => {
    const broadcast = new TestBroadcast()
    broadcast.admit()
    broadcast.isOpen = false
    expect(broadcast.addChapter('Inks')).toBe(false)
  })
})

describe('a refused picture of a broadcast', () => {
  beforeEach(() => void vi.stubGlobal('Worker', IdleWorker))
  afterEach(() => void vi.unstubAllGlobals())

  it('pictures continue with the next codec', () => {
    const broadcast = new TestBroadcast()
    const skipCodec = vi.spyOn(broadcast.capture, 'skipCodec')
    broadcast.admit()
    broadcast.lose({ state: 'offline' })
    expect(skipCodec).not.toHaveBeenCalled()
    broadcast.lose({ state: 'offline', isPictureRefused: true })
    expect(skipCodec).toHaveBeenCalledOnce()
  })
})
