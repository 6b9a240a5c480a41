import type { CompoInfo } from '../../../contract/http/compos.ts'
import { compoMessages } from '../../lib/messages/compos.ts'
import { EnterQuestion } from '../entries/EnterQuestion.tsx'
import { EnterSketchDialog } from '../entries/EnterSketchDialog.tsx'
import { compoUploadAddress, useEnterCompo } from './queries.ts'

type EnterDialogProps = { compo: CompoInfo; userId: number; onClose: () => void }

/** Lets a member choose one of their sketches and enter it in a compo. */
export function EnterDialog({ compo, userId, onClose }: EnterDialogProps) {
  const { id, title } = compo
  const enterCompo = useEnterCompo()
  return (
    <EnterSketchDialog
      userId={userId}
      enteredIn="compo"
      uploadTo={compoUploadAddress(id)}
      question={(sketchTitle) => (
        <>
          <EnterQuestion entries={[{ title: sketchTitle, challenge: null, compo }]} /> {compoMessages.entryHint}
        </>
      )}
      done={compoMessages.entered(title)}
      onEnter={(sketchId) => enterCompo.mutateAsync({ compoKey: id, sketchId })}
      onClose={onClose}
    />
  )
}
