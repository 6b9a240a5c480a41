import { Trophy } from 'lucide-react'
import { useState } from 'react'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { compoMessages } from '../../lib/messages/compos.ts'
import { entryFailure } from '../../lib/messages/entry-failures.ts'
import { useUser } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { focusHeading, useFocusHeadingAfterClose } from '../../ui/focus.ts'
import { Link } from '../../ui/Link.tsx'
import { NoticeLine } from '../../ui/NoticeLine.tsx'
import { WorkTitle } from '../../ui/WorkTitle.tsx'
import { useAnswerInvite } from './queries.ts'

/** Line on an artist's own sketch that staff invite into a compo. */
export function InviteNotice({ sketch }: { sketch: ShownSketch }) {
  const user = useUser()
  const answer = useAnswerInvite(sketch.id)
  const [isAsking, setAsking] = useState(false)
  useFocusHeadingAfterClose(isAsking)
  const { compoInvite } = sketch
  if (!compoInvite || user?.id !== sketch.userId) return null
  const { id: compoKey, title } = compoInvite
  // Refetching the sketch removes this line, so callbacks of its mutation would not be called.
  const send = async (isAccepted: boolean) => {
    await answer.mutateAsync({ compoKey, isAccepted })
    toast(isAccepted ? compoMessages.entered(title) : compoMessages.inviteDeclined)
    focusHeading()
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
      <Button icon={Trophy} disabled={answer.isPending} onClick={() => setAsking(true)}>
        Enter it
      </Button>
      <Button disabled={answer.isPending} onClick={() => send(false).catch(toastFailure)}>
        No, thanks
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={
            <>
              Enter <WorkTitle>{sketch.title}</WorkTitle> in {title}?
            </>
          }
          confirmLabel="Enter"
          onConfirm={() => send(true)}
          messageOf={entryFailure}
          onClose={() => setAsking(false)}
        >
          {compoMessages.entryHint}
        </ConfirmDialog>
      )}
    </NoticeLine>
  )
}
