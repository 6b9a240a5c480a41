import type { ChatRefusal } from '../../contract/socket/chat.ts'
import { isStaff } from '../realtime/is-staff.ts'
import { secondsToWait } from './speech-rate.ts'
import { isModerator, type Member, mutedUntil, type Room } from './state.ts'

const DAY_MS = 86_400_000

type SpeechRefusal = [code: ChatRefusal, seconds?: number]

/** The reason why a member may not send a line now, with the seconds to wait; null if they may. */
export function speechRefusal(room: Room, from: Member, message: string, now: number): SpeechRefusal | null {
  const moderates = isModerator(room, from)
  const until = isStaff(from) ? null : mutedUntil(room, from.id, now)
  if (until) return ['muted', Math.ceil((until - now) / 1000)]
  const { writesAgainAt = 0 } = from
  if (writesAgainAt > now) return ['day_limit', Math.ceil((writesAgainAt - now) / 1000)]
  if (!moderates) {
    const speakers = speakersRefusal(room, from, now)
    if (speakers) return [speakers]
    if (containsWord(message, room.words)) return ['filtered']
  }
  const rate = room.rates.get(from.id)
  const wait = secondsToWait(rate, 0, now)
  if (wait > 0) return ['too_fast', wait]
  const slow = moderates ? 0 : secondsToWait(rate, room.rules.slowSeconds, now)
  return slow > 0 ? ['slow_mode', slow] : null
}

function speakersRefusal({ rules }: Room, from: Member, now: number): ChatRefusal | null {
  switch (rules.speakers) {
    case 'everyone':
      return null
    case 'day':
      return now - from.registeredAt >= DAY_MS ? null : 'speakers_day'
    case 'fans':
      return from.fan ? null : 'speakers_fans'
    case 'group':
      return from.inGroup ? null : 'speakers_group'
  }
}

/** Combining marks and invisible characters, with which a message could disguise a word. */
const DISGUISES = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

function folded(text: string): string {
  return text.normalize('NFKD').replace(DISGUISES, '').toLowerCase()
}

/**
 * True if a message contains one of the words as a whole word. Case and accents are ignored. Symbols match anywhere.
 */
export function containsWord(message: string, words: readonly string[]): boolean {
  if (words.length === 0) return false
  const text = folded(message)
  const spaced = ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  return words.some((word) => {
    const symbols = folded(word).trim()
    const plain = symbols.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
    if (plain !== '') return spaced.includes(` ${plain} `)
    return symbols !== '' && text.includes(symbols)
  })
}
