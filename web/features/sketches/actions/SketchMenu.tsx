import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { ShownSketch } from '../../../../contract/http/sketch-page.ts'
import { useOffer } from '../../../lib/offers.ts'
import { useUser } from '../../../lib/session.ts'
import { useFocusHeadingAfterClose } from '../../../ui/focus.ts'
import { JoinDialog } from '../../../ui/JoinDialog.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { DialogSpinner } from '../../../ui/Spinner.tsx'
import { useHasCompoToEnter } from '../../compos/queries.ts'
import { useSetProfilePicture } from '../queries.ts'
import { ActionButton } from './ActionButton.tsx'
import { type MenuDialog, menuEntries } from './menu-entries.ts'

const SketchMenuDialog = lazyComponent(() => import('./SketchMenuDialog.tsx'), 'SketchMenuDialog', <DialogSpinner />)

/** Dialogs for members that the menu of a visitor has too: title and explanation. */
const OFFERED = {
  report: { title: 'Report this sketch?', text: 'Staff read every report, and we’ll tell you what they decide.' },
  piggy: { title: 'Flag as low quality (piggy)?', text: 'Only staff see this, and you can change it.' },
  group: { title: 'Add this sketch to a group?', text: 'Members add sketches to the groups that they are in.' },
  nominate: { title: 'Nominate this sketch?', text: 'Members nominate sketches for the yearly awards.' },
} as const satisfies Partial<Record<MenuDialog, { title: string; text: string }>>
type OfferedDialog = keyof typeof OFFERED

const isOffered = (kind: MenuDialog): kind is OfferedDialog => Object.hasOwn(OFFERED, kind)

/**
 * Menu of a sketch's further actions, with their dialogs. Only members feature, rate and report; a visitor gets an
 * explanation, and the dialog after signing in.
 */
export function SketchMenu({ sketch }: { sketch: ShownSketch }) {
  const user = useUser()
  const setProfilePicture = useSetProfilePicture(sketch.id)
  const hasOpenCompo = useHasCompoToEnter(user?.id === sketch.userId && sketch.compoKey === null)
  // Snapshot of the sketch: it changes before its dialog has closed.
  const [dialog, setDialog] = useState<{ kind: MenuDialog; sketch: ShownSketch } | null>(null)
  useFocusHeadingAfterClose(dialog !== null)
  const open = (kind: MenuDialog) => setDialog({ kind, sketch })
  const close = () => setDialog(null)
  const openOffered = (kind: OfferedDialog) => (kind === 'group' || user?.id !== sketch.userId) && open(kind)
  useOffer('report', () => openOffered('report'))
  useOffer('piggy', () => openOffered('piggy'))
  useOffer('group', () => openOffered('group'))
  useOffer('nominate', () => openOffered('nominate'))
  return (
    <>
      <Menu
        trigger={<ActionButton icon={Ellipsis} name="More" detail="actions" aria-label="More actions" />}
        label="More actions"
        items={menuEntries(sketch, user ?? null, {
          openDialog: open,
          usePicture: setProfilePicture.mutate,
          hasOpenCompo,
        })}
        placement="bottom end"
      />
      {dialog && user && <SketchMenuDialog {...dialog} onClose={close} />}
      {dialog && user === null && isOffered(dialog.kind) && (
        <JoinDialog title={OFFERED[dialog.kind].title} offer={dialog.kind} onClose={close}>
          <p>{OFFERED[dialog.kind].text}</p>
        </JoinDialog>
      )}
    </>
  )
}
