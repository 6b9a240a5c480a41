import { setTimeout } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { decodeSegment } from '../../contract/socket/replay-segment.ts'
import { decodeFrame, type StreamFrame } from '../../contract/socket/stream-frame.ts'
import { segmentKey } from '../../durable-objects/stream/stream.ts'
import { chatMember } from '../support/chat/members.ts'
import { startChatSite } from '../support/chat/site.ts'
import { addLiveStream } from '../support/stream/live-row.ts'
import { stayConnected, TestPublisher } from '../support/stream/publisher.ts'

const STREAM = 1
/** The pictures cover twice as much time as it takes to send them. */
const PICTURES = 250
const PICTURE_MS = 40
const EVERY_MS = 20
const KILLED_AFTER = [60, 130]
const BACK_WITHIN_MS = 10_000

/** Measures the time from a kill until the publisher is connected and the viewer sees a newer picture. */
class Kill {
  readonly #at = performance.now()
  readonly #picture: number
  readonly tookMs = { publisher: Number.POSITIVE_INFINITY, viewer: Number.POSITIVE_INFINITY }

  /** @param picture the number of the last picture before the kill */
  constructor(picture: number) {
    this.#picture = picture
  }

  letIn(): void {
    this.#back('publisher')
  }

  shown(picture: number): void {
    if (picture > this.#picture) this.#back('viewer')
  }

  #back(role: 'publisher' | 'viewer'): void {
    this.tookMs[role] = Math.min(this.tookMs[role], performance.now() - this.#at)
  }
}

describe('a stream whose runtime is killed', () => {
  const publishing = new TestPublisher()
  const kills: Kill[] = []
  let recording: StreamFrame[]

  beforeAll(async () => {
    await using site = await startChatSite('.local/stream-killed', { members: 2, channels: [`stream-${STREAM}`] })
    await addLiveStream(await site.databaseOf('site'), STREAM)
    const address = { origin: site.direct.site ?? '', streamId: STREAM }
    const shown = new Set<number>()
    const onFrame = (bytes: Buffer) => {
      const frame = decodeFrame(new Uint8Array(bytes))
      if (frame?.kind !== 'picture') return
      shown.add(frame.number)
      for (const kill of kills) kill.shown(frame.number)
    }
    const { onEvent } = publishing.handlers
    const publisherHandlers: typeof publishing.handlers = {
      onEvent: (event, socket) => {
        if (event.type === 'publish') for (const kill of kills) kill.letIn()
        onEvent?.(event, socket)
      },
    }
    const leave = [
      await stayConnected(address, await chatMember(1), 'publisher', publisherHandlers),
      await stayConnected(address, await chatMember(2), 'viewer', { onFrame }),
    ]
    for (let picture = 0; picture < PICTURES; picture++) {
      publishing.publish(picture * PICTURE_MS)
      if (KILLED_AFTER.includes(picture)) {
        void site.crash()
        kills.push(new Kill(picture))
      }
      await setTimeout(EVERY_MS)
    }
    publishing.pause()
    while (publishing.storedCount < publishing.sent.length || !shown.has(PICTURES - 1)) await setTimeout(EVERY_MS)
    recording = await recorded(await site.filesOf('site'))
    await Promise.all(leave.map((disconnect) => disconnect()))
  }, 60_000)

  it('the recording contains every sent frame once [2 §2 Streams]', () => {
    expect(inOrder(recording)).toEqual(inOrder(publishing.sent))
  })

  it('the stream continues within 10 s [2 §2 Streams]', () => {
    expect(kills).toHaveLength(KILLED_AFTER.length)
    for (const { tookMs } of kills)
      expect(Math.max(tookMs.publisher, tookMs.viewer), JSON.stringify(tookMs)).toBeLessThan(BACK_WITHIN_MS)
  })
})

/** Reads the frames of all segments in order. */
async function recorded(files: R2Bucket): Promise<StreamFrame[]> {
  const frames: StreamFrame[] = []
  for (let segment = 0; ; segment++) {
    const file = await files.get(segmentKey(STREAM, segment))
    if (!file) return frames
    frames.push(...(decodeSegment(new Uint8Array(await file.arrayBuffer())) ?? []))
  }
}

/** Describes frames in a comparable order, because the kinds are resent independently. */
function inOrder(frames: readonly StreamFrame[]) {
  return frames.map(({ kind, number, timeUs, data }) => `${kind} ${number} ${timeUs} ${data.length} ${data[0]}`).sort()
}
