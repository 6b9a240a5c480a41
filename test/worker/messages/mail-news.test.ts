import { describe, expect, it } from 'vitest'
import { openChannel } from '../../support/worker/member-channel.ts'
import { acceptRequest, addConversation, addThread, replyTo } from '../../support/worker/messages.ts'
import { addPerson } from '../../support/worker/people.ts'
import { jsonOf } from '../../support/worker/site.ts'

describe('new mail on open pages', () => {
  it('a first message is news for its recipient', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const page = await openChannel(ines)
    await addThread(mira, ines)
    expect(await page.next('mail')).toEqual({ type: 'mail' })
  })

  it('a reply is news for the other member', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await addConversation(mira, ines)
    const page = await openChannel(ines)
    await jsonOf(replyTo(mira, id))
    expect(await page.next('mail')).toEqual({ type: 'mail' })
  })

  it('an accepted request is news for its sender', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await addThread(mira, ines)
    const page = await openChannel(mira)
    await jsonOf(acceptRequest(ines, id))
    expect(await page.next('mail')).toEqual({ type: 'mail' })
  })
})
