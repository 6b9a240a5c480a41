import { evictDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { ChatLine } from '../../../contract/socket/chat.ts'
import { enterRoom } from '../../support/worker/chat.ts'
import { addPerson } from '../../support/worker/people.ts'
import { jsonOf } from '../../support/worker/site.ts'
import { postToStream, startStream } from '../../support/worker/stream-calls.ts'

const LOBBY = 'lobby'

describe('the announcement of a stream in the lobby', () => {
  it('the line changes when the stream ends, for those who are there and for those who come later', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const lobby = await enterRoom(ines, LOBBY)
    await lobby.next('chats')
    const id = await startStream(mira, { title: 'Inks' })
    const { line } = await lobby.next('chat')
    expect(line.message).toBe('is live: Inks')
    await jsonOf(postToStream(mira, 'end', { id }))
    const link = { path: `/stream/${id}`, label: 'Open' }
    expect(await lobby.next('edit')).toMatchObject({ id: line.id, message: 'was live: Inks', link })
    lobby.close()

    await evictDurableObject(env.CHAT.getByName(LOBBY), { webSockets: 'close' })
    const late = await enterRoom(await addPerson(), LOBBY)
    const { lines } = await late.next('chats')
    const seen = lines.find(({ id }: ChatLine) => id === line.id)
    expect(seen).toEqual({ ...line, message: 'was live: Inks', link })
    late.close()
  })
})
