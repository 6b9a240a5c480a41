import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Group, SketchGroups } from '../../../contract/http/groups.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { groupMessages } from '../../lib/messages/groups.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { toast, toastFailure } from '../../lib/toast.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { groupsOfQuery, sketchGroupsQuery, useAddToGroup, useRemoveFromGroup } from './queries.ts'

type GroupName = Pick<Group, 'id' | 'title'>

/**
 * The groups that the dialog lists: those of the member, queues in which the sketch waits and, for the artist, all
 * other groups of the sketch. Artists can leave a group in which their sketch stays, or have never joined it.
 */
export function groupChoices(
  own: readonly GroupName[],
  { items, waiting }: SketchGroups,
  isArtist: boolean,
): (GroupName & { isOwn: boolean })[] {
  const ownIds = new Set(own.map(({ id }) => id))
  const others = [...(isArtist ? items : []), ...waiting].filter(({ id }) => !ownIds.has(id))
  return [...own.map((group) => ({ ...group, isOwn: true })), ...others.map((group) => ({ ...group, isOwn: false }))]
}

type AddToGroupProps = { sketchId: number; isArtist: boolean; userId: number; onClose: () => void }

/** Adds a sketch to the member's groups, or removes it: directly, or through the queue of the group. */
export function AddToGroupDialog({ sketchId, isArtist, userId, onClose }: AddToGroupProps) {
  const groups = useInfiniteQuery(groupsOfQuery(userId))
  const inside = useQuery(sketchGroupsQuery(sketchId))
  const failed = groups.error ?? inside.error
  const chosen = new Set(inside.data?.items.map(({ id }) => id))
  const waiting = inside.data?.waiting ?? []
  const items = groups.data && inside.data && groupChoices(itemsOf(groups.data), inside.data, isArtist)
  return (
    <Modal onClose={onClose} title="Add to group" actions={<Button onClick={onClose}>Done</Button>}>
      {failed && (
        <LoadFailure onRetry={() => void Promise.all([groups.refetch(), inside.refetch()])}>
          {messageOf(failed)}
        </LoadFailure>
      )}
      {!failed && !items && <Spinner label="Loading" />}
      {items?.length === 0 && (
        <>
          <p>{groupMessages.notInGroups}</p>
          <ButtonLink to="/groups?tab=all">See all groups</ButtonLink>
        </>
      )}
      {items && items.length > 0 && (
        <ul aria-label="Groups">
          {items.map((group) => (
            <li key={group.id}>
              <GroupChoice
                group={group}
                sketchId={sketchId}
                isInside={chosen.has(group.id)}
                isWaiting={waiting.some(({ id }) => id === group.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {groups.hasNextPage && (
        <Button busy={groups.isFetchingNextPage} onClick={() => void groups.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Modal>
  )
}

type GroupChoiceProps = {
  group: GroupName & { isOwn: boolean }
  sketchId: number
  isInside: boolean
  isWaiting: boolean
}

/** The box follows the site's answer: a refused change leaves it as it was. */
function GroupChoice({ group: { id, title, isOwn }, sketchId, isInside, isWaiting }: GroupChoiceProps) {
  const [add, remove] = [useAddToGroup(), useRemoveFromGroup()]
  const change = (checked: boolean) => {
    const entry = { groupId: id, sketchId }
    const onError = (error: Error) => toastFailure(messageOf(error))
    if (!checked) return remove.mutate(entry, { onError })
    add.mutate(entry, {
      onError,
      onSuccess: ({ state }) => toast(state === 'added' ? groupMessages.added(title) : groupMessages.queued(title)),
    })
  }
  const isBusy = add.isPending || remove.isPending
  return (
    <Checkbox
      checked={isInside || isWaiting}
      disabled={isBusy}
      hint={isWaiting ? groupMessages.waiting : !isOwn && groupMessages.notYours}
      onChange={(event) => change(event.target.checked)}
    >
      {title}
    </Checkbox>
  )
}
