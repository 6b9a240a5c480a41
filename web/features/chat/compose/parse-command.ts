import { normalizeChannel } from '../../../../contract/channel.ts'
import { cleanLine, hasVisibleText } from '../../../../contract/text.ts'
import { ownPath } from '../../../lib/links.ts'
import { chatMessages } from '../../../lib/messages/chat.ts'

/** A parsed message; `hint` says why nothing is sent. */
export type MessageCommand =
  | { type: 'nothing' }
  | { type: 'line'; message: string }
  | { type: 'join'; channel: string }
  | { type: 'report'; userId: number }
  | { type: 'hint'; text: string }

const COMMAND = /^\/(\p{L}+)(?: (.*))?$/u
const PROFILE = /^\/user\/([1-9]\d{0,14})(?:[/?#]|$)/

/**
 * Parses a message: a line, `/join {channel}` or `/report {profile link}`. The room itself handles `/me` [2 §2 Chat].
 */
export function parseCommand(text: string, host: string): MessageCommand {
  const message = cleanLine(text)
  if (!hasVisibleText(message)) return { type: 'nothing' }
  const [, command, rest = ''] = COMMAND.exec(message) ?? []
  switch (command?.toLowerCase()) {
    case undefined:
      return { type: 'line', message }
    case 'me':
      return hasVisibleText(rest) ? { type: 'line', message } : { type: 'hint', text: chatMessages.emptyAction }
    case 'join': {
      const channel = normalizeChannel(rest)
      return channel ? { type: 'join', channel } : { type: 'hint', text: chatMessages.joinUsage }
    }
    case 'report': {
      const userId = memberIdOf(rest, host)
      return userId ? { type: 'report', userId } : { type: 'hint', text: chatMessages.reportFailed }
    }
    default:
      return { type: 'hint', text: chatMessages.unknownCommand }
  }
}

function memberIdOf(link: string, host: string): number | null {
  const id = PROFILE.exec(ownPath(link.trim(), host) ?? '')?.[1]
  return id ? Number(id) : null
}
