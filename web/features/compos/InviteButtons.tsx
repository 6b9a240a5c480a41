import { Trophy } from 'lucide-react'
import { useState } from 'react'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { CallError } from '../../lib/call.ts'
import { compoMessages } from '../../lib/messages/compos.ts'
import { entryFailure } from '../../lib/messages/entry-failures.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useFocusHeadingAfterClose } from '../../ui/focus.ts'
import { WorkTitle } from '../../ui/WorkTitle.tsx'
import { ChooseCompoDialog } from './ChooseCompoDialog.tsx'
import { useAnswerInvite, useInvite } from './queries.ts'

/** Buttons with which staff invite a sketch into a compo, accept the invite on the artist's word, or take it back. */
export function InviteButtons({ sketch }: { sketch: ShownSketch }) {
  const invite = useInvite(sketch.id)
  const answer = useAnswerInvite(sketch.id)
  const [dialog, setDialog] = useState<'invite' | 'accept' | 'withdraw'>()
  useFocusHeadingAfterClose(dialog !== undefined)
  // Snapshot for the dialogs: the sketch changes before they have closed.
  const [compo, setCompo] = useState<{ id: string; title: string }>()
  const open = (kind: typeof dialog) => {
    setCompo(sketch.compoInvite ?? undefined)
    setDialog(kind)
  }
  const close = () => setDialog(undefined)
  const send = (isAccepted: boolean) => answer.mutateAsync({ compoKey: compo?.id ?? '', isAccepted })
  return (
    <>
      {sketch.compoInvite ? (
        <>
          <Button icon={Trophy} onClick={() => open('accept')}>
            Accept compo invite
          </Button>
          <Button onClick={() => open('withdraw')}>Withdraw compo invite</Button>
        </>
      ) : (
        sketch.compoKey === null &&
        !sketch.unlisted && (
          <Button icon={Trophy} onClick={() => open('invite')}>
            Invite into a compo
          </Button>
        )
      )}
      {dialog === 'invite' && (
        <ChooseCompoDialog
          title={
            <>
              Invite <WorkTitle>{sketch.title}</WorkTitle> into a compo?
            </>
          }
          submit="Invite"
          hint={compoMessages.inviteHint}
          failure={messageOf}
          onChoose={async ({ id, title }) => {
            await invite.mutateAsync(id)
            toast(compoMessages.invited(title))
          }}
          onClose={close}
        />
      )}
      {dialog === 'accept' && (
        <ConfirmDialog
          title={
            <>
              Enter <WorkTitle>{sketch.title}</WorkTitle> in {compo?.title}?
            </>
          }
          confirmLabel="Enter"
          onConfirm={() => send(true)}
          messageOf={acceptFailure}
          onClose={close}
        >
          {compoMessages.acceptHint}
        </ConfirmDialog>
      )}
      {dialog === 'withdraw' && (
        <ConfirmDialog
          title={`Withdraw the invite into ${compo?.title}?`}
          confirmLabel="Withdraw"
          onConfirm={() => send(false)}
          messageOf={messageOf}
          onClose={close}
        >
          {compoMessages.withdrawHint}
        </ConfirmDialog>
      )}
    </>
  )
}

/** Says why an invite was not accepted, to staff instead of the artist. */
const acceptFailure = (error: unknown) =>
  error instanceof CallError && error.code === 'compo_entry_limit' ? compoMessages.artistIsFull : entryFailure(error)
