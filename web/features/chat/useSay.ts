import { type RefObject, useCallback, useState } from 'react'
import { CHAT_LINE_MAX } from '../../../contract/limits.ts'
import type { ChatLine } from '../../../contract/socket/chat.ts'
import { chatMessages } from '../../lib/messages/chat.ts'
import { useStored } from '../../lib/stored.ts'
import { toast } from '../../lib/toast.ts'
import { isFresh } from './line-times.ts'
import type { OwnLine } from './own-lines.ts'
import { reportMember } from './queries.ts'
import { readTyped } from './typed.ts'
import { useRefusedEdit } from './useRefusedEdit.ts'
import type { ShownRoom } from './useRoom.ts'

/** What is typed is about another line, which it answers or changes. */
type About = { does: 'reply' | 'edit'; line: ChatLine }

const TYPED = { parse: (stored: string | null) => stored ?? '', kept: (text: string) => text }

/** What is being said in a room. */
export function useSay(
  { room, user, view }: ShownRoom,
  field: RefObject<HTMLElement | null>,
  onJoin: (channel: string) => void,
) {
  const [line, setLine] = useStored(`chat-typed ${user.id} ${room.channel}`, TYPED)
  const [changed, setChanged] = useState('')
  const [about, setAbout] = useState<About | null>(null)
  const [hint, setHint] = useState<string>()
  const isEdit = about?.does === 'edit'
  const [text, setText] = isEdit ? [changed, setChanged] : [line, setLine]
  const noteSent = useRefusedEdit(room, (refused) => {
    // Whoever has typed on since is not disturbed.
    if (about || line !== refused.beside) return
    setAbout({ does: 'edit', line: refused.line })
    setChanged(refused.message)
  })

  const change = (typed: string) => {
    setHint(undefined)
    setText(typed.slice(0, CHAT_LINE_MAX))
  }
  const begin = useCallback(
    (about: About | null) => {
      setAbout(about)
      setHint(undefined)
      if (about?.does === 'edit') setChanged(about.line.message)
      // The menu that this is chosen in gives the focus back first.
      requestAnimationFrame(() => requestAnimationFrame(() => field.current?.focus()))
    },
    [field],
  )
  const reply = useCallback((line: ChatLine) => begin({ does: 'reply', line }), [begin])
  /** Changes a line that stands, or takes one that was refused back into the field. */
  const edit = useCallback(
    (line: ChatLine | OwnLine) => {
      if ('id' in line) return begin({ does: 'edit', line })
      const answered = room.state().view.lines.find(({ id }) => id === line.replyTo)
      begin(answered ? { does: 'reply', line: answered } : null)
      setLine((typed) => `${line.message} ${typed}`.trim().slice(0, CHAT_LINE_MAX))
      room.discard(line.key)
    },
    [begin, room, setLine],
  )
  const cancel = () => {
    setAbout(null)
    setHint(undefined)
  }
  const done = () => {
    setText('')
    setAbout(null)
  }
  const tell = (message: string) => {
    if (!isEdit) room.say(message, about?.line.id)
    else if (!room.tell({ type: 'edit', id: about.line.id, message })) return setHint(chatMessages.notSaid)
    else noteSent({ line: about.line, message, beside: line })
    done()
  }
  const report = async (userId: number) => {
    try {
      await reportMember(userId)
      done()
      toast(chatMessages.reported)
    } catch {
      setHint(chatMessages.reportFailed)
    }
  }
  const typed = readTyped(text, location.host)
  const say = () => {
    if (typed.means === 'line') tell(typed.message)
    else if (typed.means === 'hint') setHint(typed.text)
    else if (typed.means === 'report') void report(typed.userId)
    else if (typed.means === 'join') {
      done()
      onJoin(typed.channel)
    }
  }
  const editLast = () => {
    const last = view.lines.findLast((one) => one.user.id === user.id && !one.action)
    if (last && isFresh(last)) edit(last)
  }
  /** A mute and the room's pace are for new lines. */
  const isCommand = isEdit || (typed.means !== 'line' && typed.means !== 'nothing')
  return { text, about, hint, isCommand, change, reply, edit, cancel, say, editLast }
}
