import { compoMessages } from '../../lib/messages/compos.ts'
import { entryFailure } from '../../lib/messages/entry-failures.ts'
import { toast } from '../../lib/toast.ts'
import { WorkTitle } from '../../ui/WorkTitle.tsx'
import { ChooseCompoDialog } from './ChooseCompoDialog.tsx'
import { composToEnter, useEnterCompo } from './queries.ts'

type EnterOpenCompoDialogProps = { sketch: { id: number; title: string }; onClose: () => void }

/** Enters a sketch in one of the open compos [1 §5]. */
export function EnterOpenCompoDialog({ sketch, onClose }: EnterOpenCompoDialogProps) {
  const enterCompo = useEnterCompo()
  return (
    <ChooseCompoDialog
      title={
        <>
          Enter <WorkTitle>{sketch.title}</WorkTitle> in a compo?
        </>
      }
      submit="Enter"
      hint={compoMessages.entryHint}
      offered={composToEnter}
      failure={entryFailure}
      onChoose={async (compo) => {
        await enterCompo.mutateAsync({ compoKey: compo.id, sketchId: sketch.id })
        toast(compoMessages.entered(compo.title))
      }}
      onClose={onClose}
    />
  )
}
