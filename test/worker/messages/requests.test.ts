import { describe, expect, it } from 'vitest'
import type { SessionReply } from '../../../contract/http/auth.ts'
import type { MessagesFrom, ShownProfile } from '../../../contract/http/users.ts'
import { profileFormOf } from '../../support/profile-form.ts'
import { becomeFan, block, profileOf, unblock } from '../../support/worker/fans-and-blocks.ts'
import {
  acceptRequest,
  addConversation,
  addThread,
  deleteThread,
  postsOf,
  replyTo,
  textsOf,
  topicsOf,
  writeMessage,
} from '../../support/worker/messages.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'

const addTwo = async (): Promise<[Person, Person]> => [await addPerson(), await addPerson()]
const idsIn = async (as: Person, folder: 'inbox' | 'requests') => (await topicsOf(as, folder)).items.map(({ id }) => id)

describe('first contacts', () => {
  it('the first message of a stranger goes to the requests', async () => {
    const [mira, ines] = await addTwo()
    const id = await addThread(mira, ines)
    expect([await idsIn(ines, 'inbox'), await idsIn(ines, 'requests')]).toEqual([[], [id]])
    expect([await idsIn(mira, 'inbox'), await idsIn(mira, 'requests')]).toEqual([[id], []])
    expect([(await postsOf(ines, id)).thread.state, (await postsOf(mira, id)).thread.state]).toEqual([
      'request',
      'waiting',
    ])
  })

  it.each(['replying', 'a button'])('a request is accepted by %s and moves to the inbox', async (way) => {
    const [mira, ines] = await addTwo()
    const id = await addThread(mira, ines)
    await jsonOf(way === 'replying' ? replyTo(ines, id) : acceptRequest(ines, id))
    expect([await idsIn(ines, 'inbox'), await idsIn(ines, 'requests')]).toEqual([[id], []])
    expect((await postsOf(mira, id)).thread.state).toBe('open')
    await jsonOf(replyTo(mira, id))
  })

  it('the sender of a request cannot accept it', async () => {
    const [mira, ines] = await addTwo()
    const id = await addThread(mira, ines)
    await jsonOf(acceptRequest(mira, id))
    expect(await idsIn(ines, 'requests')).toEqual([id])
  })

  it('after an accepted request further threads go to the inbox', async () => {
    const [mira, ines] = await addTwo()
    await addConversation(mira, ines)
    const second = await addThread(mira, ines)
    expect(await idsIn(ines, 'inbox')).toContain(second)
  })

  it('a message from an artist whom the recipient follows goes to the inbox', async () => {
    const [mira, ines] = await addTwo()
    await becomeFan(ines, mira)
    const id = await addThread(mira, ines)
    expect(await idsIn(ines, 'inbox')).toEqual([id])
  })

  it('a message to a member who has written goes to their inbox and accepts their request', async () => {
    const [mira, ines] = await addTwo()
    const request = await addThread(mira, ines)
    const answer = await addThread(ines, mira)
    expect(await idsIn(mira, 'inbox')).toEqual(expect.arrayContaining([request, answer]))
    expect([await idsIn(ines, 'inbox'), await idsIn(ines, 'requests')]).toEqual([
      expect.arrayContaining([request, answer]),
      [],
    ])
  })

  it('a sender writes once until the request is accepted, in the thread and beside it', async () => {
    const [mira, ines] = await addTwo()
    const id = await addThread(mira, ines)
    expect(await errorOf(replyTo(mira, id))).toEqual([409, 'request_waiting'])
    expect(await errorOf(writeMessage(mira, ines))).toEqual([409, 'request_waiting'])
    expect(await textsOf(ines, id)).toHaveLength(1)
  })

  it('a declined request looks to its sender like one that waits', async () => {
    const [[mira, ines], [vera, nell]] = [await addTwo(), await addTwo()]
    const declined = await addThread(mira, ines)
    const waiting = await addThread(vera, nell)
    await jsonOf(deleteThread(ines, declined))
    const seen = async (as: Person, id: number) => {
      const { thread, items } = await postsOf(as, id)
      return [thread.state, thread.total, items.length, (await topicsOf(as)).counts, await errorOf(replyTo(as, id))]
    }
    expect(await seen(mira, declined)).toEqual(await seen(vera, waiting))
    expect(await errorOf(writeMessage(mira, ines))).toEqual(await errorOf(writeMessage(vera, nell)))
    expect([await idsIn(ines, 'inbox'), await idsIn(ines, 'requests')]).toEqual([[], []])
  })

  it('a sender cannot repeat a declined request after deleting it', async () => {
    const [mira, ines] = await addTwo()
    const id = await addThread(mira, ines)
    await jsonOf(deleteThread(ines, id))
    await jsonOf(deleteThread(mira, id))
    expect(await errorOf(writeMessage(mira, ines))).toEqual([409, 'request_waiting'])
  })

  it('a member who declined can write first', async () => {
    const [mira, ines] = await addTwo()
    await jsonOf(deleteThread(ines, await addThread(mira, ines)))
    const id = await addThread(ines, mira)
    await jsonOf(replyTo(mira, id))
    expect(await idsIn(ines, 'inbox')).toEqual([id])
  })
})

describe('the choice of who may write [2 §3]', () => {
  const choose = (as: Person, messagesFrom: MessagesFrom) =>
    jsonOf(sendRequest('/editProfile', { as, body: profileFormOf(as.nickname, { messagesFrom }) }))
  const canMessage = async (as: Person | null, to: Person) => ((await profileOf(to, as)) as ShownProfile).canMessage

  it('everyone may write at first', async () => {
    const [mira, ines] = await addTwo()
    expect(await canMessage(mira, ines)).toBe(true)
  })

  it('a visitor cannot write, and nobody writes to themselves', async () => {
    const mira = await addPerson()
    expect([await canMessage(null, mira), await canMessage(mira, mira)]).toEqual([false, false])
  })

  it('members who take messages from artists whom they follow take them from nobody else', async () => {
    const [mira, ines] = await addTwo()
    await choose(ines, 'followed')
    expect([await canMessage(mira, ines), await errorOf(writeMessage(mira, ines))]).toEqual([
      false,
      [403, 'messages_refused'],
    ])
    await becomeFan(ines, mira)
    expect(await canMessage(mira, ines)).toBe(true)
    await addThread(mira, ines)
  })

  it('nobody begins a thread with a member who takes no messages, and existing threads go on', async () => {
    const [mira, ines] = await addTwo()
    const id = await addConversation(mira, ines)
    await choose(ines, 'nobody')
    expect([await canMessage(mira, ines), await errorOf(writeMessage(mira, ines))]).toEqual([
      false,
      [403, 'messages_refused'],
    ])
    await jsonOf(replyTo(mira, id))
  })

  it('the choice is part of the private settings', async () => {
    const mira = await addPerson()
    await choose(mira, 'followed')
    const { userInfo } = await requestJson<{ userInfo: object }>('/editProfile?format=json', { as: mira })
    expect(userInfo).toMatchObject({ messagesFrom: 'followed' })
  })
})

describe('blocks between members with messages [2 §6]', () => {
  const unread = async (as: Person) => (await requestJson<SessionReply>('/api/v2/session', { as })).user?.unreadMessages

  it.each(['blocking', 'blocked'])('neither member can write to the other: %s', async (who) => {
    const [mira, ines] = await addTwo()
    const id = await addConversation(mira, ines)
    await (who === 'blocking' ? block(mira, ines) : block(ines, mira))
    expect(await errorOf(writeMessage(mira, ines))).toEqual([404, 'not_found'])
    expect(await errorOf(replyTo(mira, id))).toEqual([404, 'not_found'])
  })

  it('threads across a block are hidden from both members, and not counted', async () => {
    const [mira, ines] = await addTwo()
    const id = await addConversation(mira, ines)
    expect(await unread(mira)).toBe(1)
    await block(ines, mira)
    for (const as of [mira, ines]) {
      expect([await idsIn(as, 'inbox'), await unread(as)]).toEqual([[], 0])
      expect((await topicsOf(as)).counts.inbox).toEqual({ total: 0, unread: 0 })
      expect(await errorOf(sendRequest(`/api/v2/message/posts?id=${id}`, { as }))).toEqual([404, 'not_found'])
    }
  })

  it('threads are shown again once neither member blocks the other', async () => {
    const [mira, ines] = await addTwo()
    const id = await addConversation(mira, ines)
    await block(ines, mira)
    await block(mira, ines)
    await unblock(ines, mira)
    expect(await idsIn(ines, 'inbox')).toEqual([])
    await unblock(mira, ines)
    for (const as of [mira, ines]) expect(await idsIn(as, 'inbox')).toEqual([id])
    expect(await unread(mira)).toBe(1)
  })
})
