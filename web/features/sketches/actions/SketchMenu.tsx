import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Flag, PiggyBank, ScanSearch, Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ShownSketch } from '../../../../contract/http/sketch-page.ts'
import { sketchMessages } from '../../../lib/messages/sketch.ts'
import { useRequireLogin, useUser } from '../../../lib/session.ts'
import { toast } from '../../../lib/toast.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Menu, type MenuEntry } from '../../../ui/Menu.tsx'
import { forgetDeletedSketch, useDeleteSketch, useRate } from '../queries.ts'
import { ActionButton } from './ActionButton.tsx'
import { ReportDialog } from './ReportDialog.tsx'
import { shareSketch } from './share-sketch.ts'

type OpenDialog = 'piggy' | 'report' | 'delete'

/** Menu of a sketch's further actions and their dialogs. Only members rate, report and delete. */
export function SketchMenu({ sketch }: { sketch: ShownSketch }) {
  const user = useUser()
  const requireLogin = useRequireLogin()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const openDialog = (next: OpenDialog) => () => requireLogin(() => setDialog(next))
  const close = () => setDialog(null)
  const isOwn = user?.id === sketch.userId
  const mayRatePiggy = !isOwn && sketch.userRating !== 'piggy'
  const items: MenuEntry[] = [
    { label: 'Share', icon: Share2, onAction: () => void shareSketch(sketch) },
    { label: 'Find similar', icon: ScanSearch, to: `/search?tab=magic&like=${sketch.id}` },
    ...(mayRatePiggy ? [{ label: 'Rate piggy', icon: PiggyBank, onAction: openDialog('piggy') }] : []),
    ...(isOwn ? [] : [{ label: 'Report', icon: Flag, onAction: openDialog('report') }]),
    ...(sketch.userCanDelete ? [{ label: 'Delete', icon: Trash2, danger: true, onAction: openDialog('delete') }] : []),
  ]
  return (
    <>
      <Menu
        trigger={<ActionButton icon={Ellipsis} name="More" detail="Report" aria-label="More actions" />}
        label="More actions"
        items={items}
        placement="bottom end"
      />
      {dialog === 'piggy' && <PiggyDialog sketch={sketch} onClose={close} />}
      {dialog === 'report' && <ReportDialog sketch={sketch} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog sketch={sketch} onClose={close} />}
    </>
  )
}

type SketchDialogProps = { sketch: ShownSketch; onClose: () => void }

function PiggyDialog({ sketch, onClose }: SketchDialogProps) {
  const rate = useRate(sketch.id)
  const confirm = async () => {
    await rate.mutateAsync('piggy')
    toast('Rated piggy')
  }
  return (
    <ConfirmDialog onClose={onClose} title="Flag as low quality (piggy)?" confirmLabel="Rate piggy" onConfirm={confirm}>
      Only staff see this, and you can change it at any time.
    </ConfirmDialog>
  )
}

function DeleteDialog({ sketch, onClose }: SketchDialogProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = useDeleteSketch()
  const confirm = async () => {
    await remove.mutateAsync(sketch.id)
    toast('Sketch deleted')
    await navigate('/')
    // Dropped after leaving the page, which would otherwise refetch the deleted sketch.
    await forgetDeletedSketch(client, sketch.id)
  }
  return (
    <ConfirmDialog
      danger
      onClose={onClose}
      title="Delete this sketch?"
      confirmLabel="Delete"
      onConfirm={confirm}
      messageOf={() => sketchMessages.deleteSketchFailed}
    >
      Its hearts and comments will be deleted too. This can’t be undone.
    </ConfirmDialog>
  )
}
