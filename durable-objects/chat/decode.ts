import { CHAT_FRAME_MAX_BYTES, type ChatClientMessage, chatClientMessage } from '../../contract/socket/chat.ts'

/** A client's message; null for what is none. Its length is looked at before it is read. */
export function decode(raw: string | ArrayBuffer): ChatClientMessage | null {
  if (typeof raw !== 'string' || raw.length > CHAT_FRAME_MAX_BYTES) return null
  try {
    const message = chatClientMessage.safeParse(JSON.parse(raw))
    return message.success ? message.data : null
  } catch {
    return null
  }
}
