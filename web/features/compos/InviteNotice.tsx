import { Trophy } from 'lucide-react'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { compoMessages } from '../../lib/messages/compos.ts'
import { entryFailure } from '../../lib/messages/entries.ts'
import { useUser } from '../../lib/session.ts'
import { toast, toastFailure } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { focusHeading } from '../../ui/focus.ts'
import { Link } from '../../ui/Link.tsx'
import { NoticeLine } from '../../ui/NoticeLine.tsx'
import { useAnswerInvite } from './queries.ts'

/** Line on an artist's own sketch that staff invite into a compo. */
export function InviteNotice({ sketch }: { sketch: ShownSketch }) {
  const user = useUser()
  const answer = useAnswerInvite(sketch.id)
  const { compoInvite } = sketch
  if (!compoInvite || user?.id !== sketch.userId) return null
  const { id: compoKey, title } = compoInvite
  // The line is gone when the sketch is read again, so its mutation's callbacks would not be called.
  const send = async (isAccepted: boolean) => {
    try {
      await answer.mutateAsync({ compoKey, isAccepted })
      toast(isAccepted ? compoMessages.entered(title) : compoMessages.inviteDeclined)
      focusHeading()
    } catch (error) {
      toastFailure(isAccepted ? entryFailure(error) : error)
    }
  }
  return (
    <NoticeLine
      label="Invite"
      text={
        <>
          We’d love to see this sketch in <Link to={`/compo/${compoKey}`}>{title}</Link>. {compoMessages.entryHint}
        </>
      }
    >
      <Button icon={Trophy} disabled={answer.isPending} onClick={() => void send(true)}>
        Enter it
      </Button>
      <Button disabled={answer.isPending} onClick={() => void send(false)}>
        No, thanks
      </Button>
    </NoticeLine>
  )
}
