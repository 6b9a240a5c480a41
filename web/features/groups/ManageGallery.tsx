import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { GroupInfo } from '../../../contract/http/groups.ts'
import type { SketchItem } from '../../../contract/http/sketches.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { groupMessages } from '../../lib/messages/groups.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { useUser } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Link } from '../../ui/Link.tsx'
import { ListEnd } from '../../ui/ListEnd.tsx'
import { MemberLink } from '../../ui/MemberLink.tsx'
import { WorkTitle } from '../../ui/WorkTitle.tsx'
import { AlbumCover } from '../albums/AlbumCover.tsx'
import { galleryQuery } from '../galleries/queries.ts'
import { StaffReasonDialog } from '../staff/StaffReasonDialog.tsx'
import { isOwnerOrModerator } from './EditGroupButton.tsx'
import styles from './Groups.module.css'
import { groupGallery, useFeatureInGroup, useRemoveFromGroup } from './queries.ts'

type Act = { kind: 'feature' | 'remove'; sketch: SketchItem }

/**
 * The gallery as a list in which moderators and group admins remove sketches, and moderators feature them with stars.
 */
export function ManageGallery({ group }: { group: GroupInfo }) {
  const query = useInfiniteQuery(galleryQuery(groupGallery(group)))
  const user = useUser()
  const [act, setAct] = useState<Act>()
  const sketches = itemsOf(query.data)
  const givesStars = isOwnerOrModerator(group)
  return (
    <>
      {givesStars && <p className={styles.facts}>{groupMessages.starsLeft(group.stars)}</p>}
      {query.data && sketches.length === 0 && <EmptyState>{groupMessages.noSketches}</EmptyState>}
      <ul aria-label="Sketches to manage">
        {sketches.map((sketch) => (
          <li key={sketch.id} className={styles.request}>
            <AlbumCover thumbnail={{ ...sketch, sketchId: sketch.id }} small />
            <div className={styles.requestText}>
              <h2>
                <Link to={`/sketch/${sketch.id}`}>
                  <WorkTitle>{sketch.title}</WorkTitle>
                </Link>
              </h2>
              <p className={styles.requestFacts}>
                By <MemberLink id={sketch.userId} nickname={sketch.nickname} />
                {sketch.featured && ', featured'}
              </p>
            </div>
            <div className={styles.requestActions}>
              {givesStars && !sketch.featured && group.stars > 0 && sketch.userId !== user?.id && (
                <Button aria-label={`Feature ${sketch.title}`} onClick={() => setAct({ kind: 'feature', sketch })}>
                  Feature
                </Button>
              )}
              <Button aria-label={`Remove ${sketch.title}`} onClick={() => setAct({ kind: 'remove', sketch })}>
                Remove
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <ListEnd query={query} />
      {act && <ActDialog act={act} group={group} onClose={() => setAct(undefined)} />}
    </>
  )
}

type ActDialogProps = { act: Act; group: GroupInfo; onClose: () => void }

/** Asks before a sketch is featured or removed. Group admins give a reason. */
function ActDialog({ act: { kind, sketch }, group, onClose }: ActDialogProps) {
  const user = useUser()
  const [feature, remove] = [useFeatureInGroup(), useRemoveFromGroup()]
  const isFeature = kind === 'feature'
  const confirm = async () => {
    await (isFeature ? feature : remove).mutateAsync({ groupId: group.id, sketchId: sketch.id })
    toast(isFeature ? groupMessages.featured(sketch.title) : groupMessages.removed(group.title))
  }
  if (!isFeature && !isOwnerOrModerator(group) && sketch.userId !== user?.id)
    return (
      <StaffReasonDialog
        title={
          <>
            Remove <WorkTitle>{sketch.title}</WorkTitle>?
          </>
        }
        submit="Remove"
        onReason={async (reason) => {
          await remove.mutateAsync({ groupId: group.id, sketchId: sketch.id, reason })
          toast(groupMessages.removed(group.title))
        }}
        failure={messageOf}
        onClose={onClose}
      >
        {groupMessages.removeHint}
      </StaffReasonDialog>
    )
  return (
    <ConfirmDialog
      title={
        <>
          {isFeature ? 'Feature' : 'Remove'} <WorkTitle>{sketch.title}</WorkTitle>?
        </>
      }
      confirmLabel={isFeature ? 'Feature' : 'Remove'}
      danger={!isFeature}
      onConfirm={confirm}
      messageOf={messageOf}
      onClose={onClose}
    >
      {isFeature ? groupMessages.featureHint : groupMessages.removeHint}
    </ConfirmDialog>
  )
}
