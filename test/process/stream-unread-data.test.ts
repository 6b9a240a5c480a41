import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { decodeFrame } from '../../contract/socket/stream-frame.ts'
import { chatMember } from '../support/chat/members.ts'
import { startChatSite } from '../support/chat/site.ts'
import { waitForText } from '../support/chat/socket.ts'
import { addLiveStream } from '../support/stream/live-row.ts'
import { enterStream, stayConnected, TestPublisher } from '../support/stream/publisher.ts'

const STREAM = 1
const KEY_BYTES = 900_000
/** Enough connections to exceed the memory allowed for closed sockets. */
const HOSTILE = 32
const EVERY_MS = 50

it('publisher and viewers reconnect by themselves when unread data in closed sockets restarts their stream', {
  timeout: 240_000,
}, async () => {
  await using site = await startChatSite('.local/stream-unread-data', {
    members: 2 + HOSTILE,
    channels: [`stream-${STREAM}`],
  })
  await addLiveStream(await site.databaseOf('site'), STREAM)
  const address = { origin: site.direct.site ?? '', streamId: STREAM }
  const publishing = new TestPublisher({ keyBytes: KEY_BYTES })
  let last = -1
  let entries = 0
  const leave = [
    await stayConnected(address, await chatMember(1), 'publisher', publishing.handlers),
    await stayConnected(address, await chatMember(2), 'viewer', {
      onFrame: (bytes) => {
        last = Math.max(last, decodeFrame(new Uint8Array(bytes))?.number ?? 0)
      },
      onEvent: ({ type }) => {
        if (type === 'coding') entries++
      },
    }),
  ]
  let picture = 0
  const showUntil = async (isSo: () => boolean) => {
    for (; !isSo(); picture++) {
      publishing.publish(picture * EVERY_MS)
      await setTimeout(EVERY_MS)
    }
  }
  await showUntil(() => last > 0)
  const before = entries
  const connectHostile = async (id: number) => {
    const hostile = await enterStream(address, await chatMember(id), 'viewer')
    await waitForText(hostile, '"type":"coding"')
    hostile.pause()
    hostile.send('no message')
  }
  // Connections during the restart may be refused.
  for (let id = 3; id < 3 + HOSTILE && entries === before; id++) await connectHostile(id).catch(() => undefined)
  await showUntil(() => entries > before)
  const then = last
  await showUntil(() => last > then + 10)
  expect(last).toBeGreaterThan(then)
  await Promise.all(leave.map((disconnect) => disconnect()))
})
