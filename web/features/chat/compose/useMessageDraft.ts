import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { CHAT_LINE_MAX } from '../../../../contract/limits.ts'
import type { ChatLine } from '../../../../contract/socket/chat.ts'
import { chatMessages } from '../../../lib/messages/chat.ts'
import { chatLineName } from '../../../lib/own-drafts.ts'
import { toast } from '../../../lib/toast.ts'
import { useStored } from '../../../lib/useStored.ts'
import { useReportMember } from '../../users/queries.ts'
import { isEditable } from '../lines/line-times.ts'
import type { ChatSession } from '../session/chat-session.ts'
import type { OutgoingLine } from '../session/outgoing-lines.ts'
import type { ChatRoom } from '../session/useChatRoom.ts'
import { parseCommand } from './parse-command.ts'

type Target = { mode: 'reply' | 'edit'; line: ChatLine }

const DRAFT = { parse: (stored: string | null) => stored ?? '', serialize: (text: string) => text }

/** The text that a member is writing in a room. A new line is stored in the browser, an edit is not. */
export function useMessageDraft(
  { session, user, view }: ChatRoom,
  field: RefObject<HTMLElement | null>,
  onJoin: (channel: string) => void,
) {
  const [line, setLine] = useStored(chatLineName(user.id, session.channel), DRAFT)
  const [edited, setEdited] = useState('')
  const [target, setTarget] = useState<Target | null>(null)
  const [hint, setHint] = useState<string>()
  const reportMember = useReportMember()
  const isEdit = target?.mode === 'edit'
  const [text, setText] = isEdit ? [edited, setEdited] : [line, setLine]
  const rememberEdit = useRefusedEdit(session, (refused) => {
    // A member who is already typing something else is not interrupted.
    if (target || line !== refused.draft) return
    setTarget({ mode: 'edit', line: refused.line })
    setEdited(refused.message)
  })

  const change = (typed: string) => {
    setHint(undefined)
    setText(typed.slice(0, CHAT_LINE_MAX))
  }
  const begin = useCallback(
    (next: Target | null) => {
      setTarget(next)
      setHint(undefined)
      if (next?.mode === 'edit') setEdited(next.line.message)
      // The menu returns the focus to its button first.
      requestAnimationFrame(() => requestAnimationFrame(() => field.current?.focus()))
    },
    [field],
  )
  const reply = useCallback((line: ChatLine) => begin({ mode: 'reply', line }), [begin])
  /** Edits a published line, or moves a refused one back into the field. */
  const edit = useCallback(
    (chosen: ChatLine | OutgoingLine) => {
      if ('id' in chosen) return begin({ mode: 'edit', line: chosen })
      const repliedLine = session.state().view.lines.find(({ id }) => id === chosen.replyTo)
      begin(repliedLine ? { mode: 'reply', line: repliedLine } : null)
      setLine((typed) => `${chosen.message} ${typed}`.trim().slice(0, CHAT_LINE_MAX))
      session.discard(chosen.key)
    },
    [begin, session, setLine],
  )
  const cancel = () => {
    setTarget(null)
    setHint(undefined)
  }
  const finish = () => {
    setText('')
    setTarget(null)
  }
  const sendMessage = (message: string) => {
    if (!isEdit) session.sendLine(message, target?.line.id)
    else if (!session.submit({ type: 'edit', id: target.line.id, message }))
      return setHint(chatMessages.notWhileOffline)
    else rememberEdit({ line: target.line, message, draft: line })
    finish()
  }
  const report = (userId: number) =>
    reportMember.mutate(userId, {
      onSuccess: () => {
        finish()
        toast(chatMessages.reported)
      },
      onError: () => setHint(chatMessages.reportFailed),
    })
  const command = parseCommand(text, location.host)
  const send = () => {
    if (command.type === 'line') sendMessage(command.message)
    else if (command.type === 'hint') setHint(command.text)
    else if (command.type === 'report') report(command.userId)
    else if (command.type === 'join') {
      finish()
      onJoin(command.channel)
    }
  }
  const editLast = () => {
    const last = view.lines.findLast((line) => line.user.id === user.id && !line.action)
    if (last && isEditable(last)) edit(last)
  }
  /** Mutes and slow mode apply only to new lines. */
  const isNewLine = !isEdit && (command.type === 'line' || command.type === 'nothing')
  return { text, target, hint, isNewLine, change, reply, edit, cancel, send, editLast }
}

type SentEdit = { line: ChatLine; message: string; draft: string }

/** Remembers the last edit that was sent and returns it when the room refuses it. */
function useRefusedEdit(session: ChatSession, onRefused: (edit: SentEdit) => void): (edit: SentEdit) => void {
  const sent = useRef<SentEdit | null>(null)
  const onRefusal = useEffectEvent((id: number | undefined) => {
    const edit = sent.current
    if (edit?.line.id !== id || !edit) return
    sent.current = null
    // If the edit was published, the refusal is of something else: a deletion, for example.
    const isPublished = session.state().view.lines.some((line) => line.id === id && line.message === edit.message)
    if (!isPublished) onRefused(edit)
  })
  useEffect(() => session.onRefusal(({ id }) => onRefusal(id)), [session])
  return (edit) => {
    sent.current = edit
  }
}
