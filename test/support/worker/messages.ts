import type { MessageFolder, MessagePostList, MessageTopicList } from '../../../contract/http/messages.ts'
import type { Person } from './people.ts'
import { jsonOf, requestJson, sendRequest } from './site.ts'

type MessageFields = { subject?: string; text?: string; sketch?: number; key?: string }

/** Begins a thread, by default with a fresh key. */
export function writeMessage(as: Person | null, to: { id: number }, fields: MessageFields = {}): Promise<Response> {
  const body = { to: to.id, subject: 'Heron, for the poster', text: 'Is it free?', key: crypto.randomUUID(), ...fields }
  return sendRequest('/api/v2/message/write', { as, body })
}

export function replyTo(as: Person | null, id: number, fields: Omit<MessageFields, 'subject'> = {}): Promise<Response> {
  const body = { id, text: 'Yes, take it.', key: crypto.randomUUID(), ...fields }
  return sendRequest('/api/v2/message/reply', { as, body })
}

const act = (action: string) => (as: Person | null, id: number) =>
  sendRequest(`/message/${id}`, { as, body: { action } })
export const deleteThread = act('delete')
export const acceptRequest = act('accept')

/** Begins a thread; returns its id. */
export async function addThread(as: Person, to: Person, fields: MessageFields = {}): Promise<number> {
  return (await jsonOf<{ id: number }>(writeMessage(as, to, fields))).id
}

/** Begins a thread that its recipient accepted by replying. */
export async function addConversation(as: Person, to: Person): Promise<number> {
  const id = await addThread(as, to)
  await jsonOf(replyTo(to, id))
  return id
}

export const topicsOf = (as: Person, folder: MessageFolder = 'inbox', query = ''): Promise<MessageTopicList> =>
  requestJson(`/api/v2/messages?folder=${folder}${query}`, { as })

export const postsOf = (as: Person, id: number, query = ''): Promise<MessagePostList> =>
  requestJson(`/api/v2/message/posts?id=${id}${query}`, { as })

/** Texts of a thread, the latest first. */
export const textsOf = async (as: Person, id: number) => (await postsOf(as, id)).items.map(({ text }) => text)
