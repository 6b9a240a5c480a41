import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { ShownSketch } from '../../../../contract/http/sketch-page.ts'
import { useRequireLogin, useUser } from '../../../lib/session.ts'
import { useFocusHeadingAfterClose } from '../../../ui/focus.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { DialogSpinner } from '../../../ui/Spinner.tsx'
import { useHasCompoToEnter } from '../../compos/queries.ts'
import { useSetProfilePicture } from '../queries.ts'
import { ActionButton } from './ActionButton.tsx'
import { type MenuDialog, menuEntries } from './menu-entries.ts'

const SketchMenuDialog = lazyComponent(() => import('./SketchMenuDialog.tsx'), 'SketchMenuDialog', <DialogSpinner />)

/** Menu of a sketch's further actions, with their dialogs. Only members feature, rate and report. */
export function SketchMenu({ sketch }: { sketch: ShownSketch }) {
  const user = useUser()
  const requireLogin = useRequireLogin()
  const setProfilePicture = useSetProfilePicture(sketch.id)
  const hasOpenCompo = useHasCompoToEnter(user?.id === sketch.userId && sketch.compoKey === null)
  // Snapshot of the sketch: it changes before its dialog has closed.
  const [dialog, setDialog] = useState<{ kind: MenuDialog; sketch: ShownSketch } | null>(null)
  useFocusHeadingAfterClose(dialog !== null)
  return (
    <>
      <Menu
        trigger={<ActionButton icon={Ellipsis} name="More" detail="actions" aria-label="More actions" />}
        label="More actions"
        items={menuEntries(sketch, user ?? null, {
          openDialog: (kind) => requireLogin(() => setDialog({ kind, sketch })),
          usePicture: setProfilePicture.mutate,
          hasOpenCompo,
        })}
        placement="bottom end"
      />
      {dialog && <SketchMenuDialog {...dialog} onClose={() => setDialog(null)} />}
    </>
  )
}
