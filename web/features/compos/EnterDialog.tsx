import type { CompoInfo } from '../../../contract/http/compos.ts'
import { compoMessages } from '../../lib/messages/compos.ts'
import { EnterSketchDialog } from '../entries/EnterSketchDialog.tsx'
import { compoUploadAddress, useEnterCompo } from './queries.ts'

type EnterDialogProps = { compo: CompoInfo; userId: number; onClose: () => void }

/** Lets a member choose one of their sketches and enter it in a compo. */
export function EnterDialog({ compo: { id, title }, userId, onClose }: EnterDialogProps) {
  const enterCompo = useEnterCompo()
  return (
    <EnterSketchDialog
      userId={userId}
      enteredIn="compo"
      uploadTo={compoUploadAddress(id)}
      question={(sketch) => compoMessages.enterQuestion(sketch, title)}
      done={compoMessages.entered(title)}
      onEnter={(sketchId) => enterCompo.mutateAsync({ compoKey: id, sketchId })}
      onClose={onClose}
    />
  )
}
