import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { tellMember } from '../../../worker/domain/member-channel/tell-member.ts'
import { addChannel, enterRoom } from '../../support/worker/chat.ts'
import { addComment } from '../../support/worker/comments.ts'
import { addPost, addTopic } from '../../support/worker/forum.ts'
import { openChannel } from '../../support/worker/member-channel.ts'
import { acceptRequest, addThread, replyTo } from '../../support/worker/messages.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { jsonOf, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const NEWS = { type: 'notifications' }

afterEach(() => vi.restoreAllMocks())

/** A member with a sketch and an open page, and another one who acts. */
async function artistWithPage() {
  const [artist, fan] = [await addPerson(), await addPerson({ flags: 'f', heartsAvailable: 5 })]
  return { artist, fan, sketch: await addSketch(artist), page: await openChannel(artist) }
}

const post = (as: Person, path: string, body: object) => jsonOf(sendRequest(path, { as, body }))

describe('new notifications on open pages [2 §2]', () => {
  it('a comment is news for the artist', async () => {
    const { fan, sketch, page } = await artistWithPage()
    await addComment(fan, sketch)
    expect(await page.next('notifications')).toEqual(NEWS)
  })

  it('an answer is news for the author of the comment', async () => {
    const { artist, fan, sketch } = await artistWithPage()
    const { id: replyTo } = await addComment(fan, sketch)
    const page = await openChannel(fan)
    await addComment(artist, sketch, 'Thanks', { replyTo })
    expect(await page.next('notifications')).toEqual(NEWS)
  })

  it('a mention in a comment is news for the mentioned member', async () => {
    const { fan, sketch } = await artistWithPage()
    const ines = await addPerson()
    const page = await openChannel(ines)
    await addComment(fan, sketch, `@${ines.nickname} look`)
    expect(await page.next('notifications')).toEqual(NEWS)
  })

  it('a mention in a chat room is news for the mentioned member', async () => {
    const { artist, fan, page } = await artistWithPage()
    const room = await enterRoom(fan, await addChannel())
    await room.say(`@${artist.nickname} hello`)
    expect(await page.next('notifications')).toEqual(NEWS)
  })

  it('a mention in a chat room across a block is no news', async () => {
    const { artist, fan, page } = await artistWithPage()
    await post(artist, '/api/v2/user/block', { user: fan.id })
    const ines = await addPerson()
    const other = await openChannel(ines)
    const room = await enterRoom(fan, await addChannel())
    await room.say(`@${artist.nickname} hello`)
    await room.say(`@${ines.nickname} hello`)
    // The room reports its lines in order.
    await other.next('notifications')
    await tellMember(env, artist.id, 'mail')
    expect(await page.next('notifications', 'mail')).toEqual({ type: 'mail' })
  })

  it.each(['heart', 'feature'])('a %s is news for the artist', async (action) => {
    const { fan, sketch, page } = await artistWithPage()
    await post(fan, '/heart', { action, which: sketch })
    expect(await page.next('notifications')).toEqual(NEWS)
  })

  it('a feature by staff is news for the artist', async () => {
    const { sketch, page } = await artistWithPage()
    await post(await addPerson({ flags: 'm' }), '/gloperate/feature', {
      ...{ sketchId: sketch, reason: 'The light.' },
    })
    expect(await page.next('notifications')).toEqual(NEWS)
  })

  it('a new fan is news for the artist', async () => {
    const { artist, fan, page } = await artistWithPage()
    await post(fan, '/api/fan', { user: artist.id })
    expect(await page.next('notifications')).toEqual(NEWS)
  })

  it('a block is news for the blocked member, whose chats hide the other [2 §2 Chat]', async () => {
    const { artist, fan, page } = await artistWithPage()
    await post(fan, '/api/v2/user/block', { user: artist.id })
    expect(await page.next('blocks')).toEqual({ type: 'blocks' })
  })

  it.each(['heart', 'feature'])('a repeated %s is no news', async (action) => {
    const { artist, fan, sketch, page } = await artistWithPage()
    await post(fan, '/heart', { action, which: sketch })
    await page.next('notifications')
    await post(fan, '/heart', { action, which: sketch })
    await tellMember(env, artist.id, 'mail')
    expect(await page.next('notifications', 'mail')).toEqual({ type: 'mail' })
  })

  it('a member who already is a fan is no news', async () => {
    const { artist, fan, page } = await artistWithPage()
    await post(fan, '/api/fan', { user: artist.id })
    await page.next('notifications')
    await post(fan, '/api/fan', { user: artist.id })
    await tellMember(env, artist.id, 'mail')
    expect(await page.next('notifications', 'mail')).toEqual({ type: 'mail' })
  })

  it('a repeated comment is no news', async () => {
    const { artist, fan, sketch, page } = await artistWithPage()
    await addComment(fan, sketch, 'Nice', { key: 'the-comment' })
    await page.next('notifications')
    await addComment(fan, sketch, 'Nice', { key: 'the-comment' })
    await tellMember(env, artist.id, 'mail')
    expect(await page.next('notifications', 'mail')).toEqual({ type: 'mail' })
  })

  it('a repeated topic and a repeated post of the forum are no news', async () => {
    const { artist, fan, page } = await artistWithPage()
    const text = `@${artist.nickname} look`
    const topic = await addTopic(fan, { text, key: 'the-topic' })
    await page.next('notifications')
    await addPost(fan, topic, { text, key: 'the-post' })
    await page.next('notifications')
    await addTopic(fan, { text, key: 'the-topic' })
    await addPost(fan, topic, { text, key: 'the-post' })
    await tellMember(env, artist.id, 'mail')
    expect(await page.next('notifications', 'mail')).toEqual({ type: 'mail' })
  })

  it('a repeated first message, reply and acceptance are no news', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const [page, otherPage] = [await openChannel(ines), await openChannel(mira)]
    const thread = await addThread(mira, ines, { key: 'the-first' })
    await page.next('mail')
    await jsonOf(acceptRequest(ines, thread))
    await otherPage.next('mail')
    await jsonOf(replyTo(mira, thread, { key: 'the-second' }))
    await page.next('mail')
    await jsonOf(replyTo(mira, thread, { key: 'the-second' }))
    await jsonOf(acceptRequest(ines, thread))
    await post(ines, '/api/v2/user/block', { user: mira.id })
    await addThread(mira, ines, { key: 'the-first' })
    for (const member of [ines, mira]) await tellMember(env, member.id, 'notifications')
    expect(await page.next('mail', 'notifications')).toEqual(NEWS)
    expect(await otherPage.next('mail', 'notifications')).toEqual(NEWS)
  })

  it('a block that is repeated and the end of none are no news', async () => {
    const { artist, fan, page } = await artistWithPage()
    await post(fan, '/api/v2/user/block', { user: artist.id })
    await page.next('blocks')
    await post(fan, '/api/v2/user/block', { user: artist.id })
    await post(artist, '/api/v2/user/unblock', { user: fan.id })
    await tellMember(env, artist.id, 'mail')
    expect(await page.next('blocks', 'mail')).toEqual({ type: 'mail' })
  })

  it('the end of a block is news for both members [2 §2 Chat]', async () => {
    const { artist, fan, page } = await artistWithPage()
    await post(fan, '/api/v2/user/block', { user: artist.id })
    await page.next('blocks')
    const fansPage = await openChannel(fan)
    await post(fan, '/api/v2/user/unblock', { user: artist.id })
    expect(await Promise.all([page.next('blocks'), fansPage.next('blocks')])).toHaveLength(2)
  })

  it('a write succeeds although the channel cannot be reached', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { artist, fan } = await artistWithPage()
    const unreachable = {
      getByName: () => {
        throw new Error('unreachable')
      },
    }
    const bindings = { ...env, MEMBER_CHANNEL: unreachable as unknown as typeof env.MEMBER_CHANNEL }
    const reply = await sendRequestWith(bindings, '/api/fan', { as: fan, body: { user: artist.id } })
    expect(reply.status).toBe(200)
    expect(JSON.parse(String(logged.mock.calls[0]?.[0]))).toMatchObject({ event: 'tell member' })
  })
})
