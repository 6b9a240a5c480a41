import { describe, expect, it } from 'vitest'
import { addChannel, enter } from '../support/worker/chat.ts'
import { addPerson } from '../support/worker/people.ts'

describe('a chat room', () => {
  it('tells everyone what someone says [2 §2 Chat]', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    const channel = await addChannel()
    const here = await enter(mira, channel)
    const there = await enter(tomo, channel)
    await there.next('chats')
    const said = await here.say('hello')
    expect(said).toMatchObject({
      message: 'hello',
      user: { id: mira.id },
      admin: false,
      action: false,
      background: null,
    })
    expect((await there.next('chat')).line).toEqual(said)
  })
})
