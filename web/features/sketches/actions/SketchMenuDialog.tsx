import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import type { RuleAndReason } from '../../../../contract/http/rules.ts'
import type { ShownSketch } from '../../../../contract/http/sketch-page.ts'
import { CallError } from '../../../lib/call.ts'
import { countText } from '../../../lib/format.ts'
import { messageOf } from '../../../lib/messages/errors.ts'
import { sketchMessages } from '../../../lib/messages/sketch.ts'
import { useUser } from '../../../lib/session.ts'
import { toast } from '../../../lib/toast.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { NominateDialog } from '../../awards/NominateDialog.tsx'
import { EnterLatestDialog } from '../../challenges/EnterLatestDialog.tsx'
import { RemoveEntryDialog } from '../../challenges/RemoveEntryDialog.tsx'
import { MakeContentDialog } from '../../co-ops/MakeContent.tsx'
import { EnterOpenCompoDialog } from '../../compos/EnterOpenCompoDialog.tsx'
import { RemoveFromCompoDialog } from '../../compos/RemoveFromCompoDialog.tsx'
import { AddToGroupDialog } from '../../groups/AddToGroupDialog.tsx'
import { AuthorReasonDialog } from '../../staff/AuthorReasonDialog.tsx'
import { listPath } from '../list-path.ts'
import { forgetDeletedSketch, useDeleteSketch, useFeature, useRate } from '../queries.ts'
import type { MenuDialog } from './menu-entries.ts'
import { ReportDialog } from './ReportDialog.tsx'

type SketchDialogProps = { sketch: ShownSketch; onClose: () => void }

/** Dialog of an entry of a sketch's menu. */
export function SketchMenuDialog({ kind, ...props }: SketchDialogProps & { kind: MenuDialog }) {
  const { challengeId, challengeTitle, compoKey, compoTitle } = props.sketch
  switch (kind) {
    case 'feature':
      return <FeatureDialog {...props} />
    case 'enter':
      return <EnterLatestDialog {...props} />
    case 'leave':
      return <RemoveEntryDialog challengeId={challengeId ?? 0} challengeTitle={challengeTitle ?? ''} {...props} />
    case 'enterCompo':
      return <EnterOpenCompoDialog {...props} />
    case 'leaveCompo':
      return <RemoveFromCompoDialog compo={{ key: compoKey ?? '', title: compoTitle ?? '' }} {...props} />
    case 'nominate':
      return <NominateSketch {...props} />
    case 'group':
      return <AddToGroup {...props} />
    case 'coOp':
      return <MakeContentDialog kind="coOp" {...props} />
    case 'piggy':
      return <PiggyDialog {...props} />
    case 'report':
      return <ReportDialog {...props} />
    case 'delete':
      return <DeleteDialog {...props} />
  }
}

function NominateSketch({ sketch, onClose }: SketchDialogProps) {
  const nominee = { kind: 'sketch', id: sketch.id, name: sketch.title } as const
  return <NominateDialog year={sketch.nominationsYear ?? 0} nominee={nominee} onClose={onClose} />
}

function AddToGroup({ sketch, onClose }: SketchDialogProps) {
  const user = useUser()
  if (!user) return null
  const isArtist = sketch.userId === user.id
  return <AddToGroupDialog sketchId={sketch.id} isArtist={isArtist} userId={user.id} onClose={onClose} />
}

function FeatureDialog({ sketch, onClose }: SketchDialogProps) {
  const user = useUser()
  const feature = useFeature(sketch.id)
  if (!user) return null
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Feature this sketch?"
      confirmLabel="Feature"
      onConfirm={() => feature.mutateAsync({ by: user })}
      messageOf={messageOf}
    >
      A feature can’t be undone. You have {countText(sketch.starsAvailable ?? 0, 'star')} left this month.
    </ConfirmDialog>
  )
}

function PiggyDialog({ sketch, onClose }: SketchDialogProps) {
  const rate = useRate(sketch.id)
  const confirm = async () => {
    await rate.mutateAsync('piggy')
    toast('Rated piggy')
  }
  return (
    <ConfirmDialog onClose={onClose} title="Flag as low quality (piggy)?" confirmLabel="Rate piggy" onConfirm={confirm}>
      Only staff see this, and you can change it.
    </ConfirmDialog>
  )
}

/** Deletes a sketch, and leads to the list that it was opened from, else to its artist. */
function DeleteDialog({ sketch, onClose }: SketchDialogProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const user = useUser()
  const remove = useDeleteSketch()
  const confirm = async (why?: RuleAndReason) => {
    await remove.mutateAsync({ id: sketch.id, why })
    toast('Sketch deleted')
    await navigate(listPath(search.get('in') ?? '') ?? `/user/${sketch.userId}`, { replace: true })
    // Dropped after leaving the page, which would otherwise refetch the deleted sketch.
    await forgetDeletedSketch(client, sketch.id)
  }
  const dialog = { title: 'Delete this sketch?', onClose }
  if (sketch.userId !== user?.id)
    return (
      <AuthorReasonDialog {...dialog} author={sketch.nickname} onReason={confirm} failure={deletionFailure}>
        {sketchMessages.restorable}
      </AuthorReasonDialog>
    )
  return (
    <ConfirmDialog danger {...dialog} confirmLabel="Delete" onConfirm={() => confirm()} messageOf={deletionFailure}>
      Its hearts and comments will be deleted too. This can’t be undone.
    </ConfirmDialog>
  )
}

/** Says why a sketch cannot be deleted [1 §8]. */
const deletionFailure = (error: unknown) =>
  error instanceof CallError && error.code === 'in_closed_compo' ? messageOf(error) : sketchMessages.deleteSketchFailed
