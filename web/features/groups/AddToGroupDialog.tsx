import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Group, SketchGroups } from '../../../contract/http/groups.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { groupMessages } from '../../lib/messages/groups.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { toast } from '../../lib/toast.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { groupsOfQuery, sketchGroupsQuery, useAddToGroup, useRemoveFromGroup } from './queries.ts'

type GroupName = Pick<Group, 'id' | 'title'>

type Choice = GroupName & { isOwn: boolean; isInside: boolean; isWaiting: boolean; canRemove: boolean }

type Choices = SketchGroups & {
  /** Groups of the member. */
  own: readonly GroupName[]
  isArtist: boolean
  /** Groups from which the sketch was removed while the dialog is open. */
  removedFrom: readonly GroupName[]
}

/**
 * Returns the groups that the dialog lists: the groups of the member, groups for which the sketch is suggested and, for
 * the artist, all other groups of the sketch, of which the artist need not be a member. Groups from which the sketch
 * was removed remain in the list, so that their row keeps the focus.
 */
export function groupChoices({ own, items, waiting, isArtist, removedFrom }: Choices): Choice[] {
  const choiceOf = (isOwn: boolean, { id, title }: GroupName) => {
    const entry = items.find((item) => item.id === id)
    const isWaiting = waiting.some((item) => item.id === id)
    return { id, title, isOwn, isInside: entry !== undefined, isWaiting, canRemove: entry?.canRemove ?? true }
  }
  const ownIds = new Set(own.map(({ id }) => id))
  const others = new Map(
    [...(isArtist ? items : []), ...waiting, ...removedFrom]
      .filter(({ id }) => !ownIds.has(id))
      .map((group) => [group.id, group]),
  )
  return [
    ...own.map((group) => choiceOf(true, group)),
    ...[...others.values()].sort((a, b) => a.title.localeCompare(b.title)).map((group) => choiceOf(false, group)),
  ]
}

type AddToGroupProps = { sketchId: number; isArtist: boolean; userId: number; onClose: () => void }

/** Dialog that adds a sketch to groups, directly or through the queue of a group, or removes it from them. */
export function AddToGroupDialog({ sketchId, isArtist, userId, onClose }: AddToGroupProps) {
  const groups = useInfiniteQuery(groupsOfQuery(userId))
  const inside = useQuery(sketchGroupsQuery(sketchId))
  const failed = groups.error ?? inside.error
  const [removedFrom, setRemovedFrom] = useState<GroupName[]>([])
  const items =
    groups.data && inside.data && groupChoices({ ...inside.data, own: itemsOf(groups.data), isArtist, removedFrom })
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
                onRemove={() => setRemovedFrom((before) => [...before, group])}
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

type GroupChoiceProps = { group: Choice; sketchId: number; onRemove: () => void }

/**
 * Checkbox of a group. It changes after the reply, so a refused change leaves it unchanged. While busy it ignores
 * changes instead of being disabled, because a disabled checkbox loses the focus.
 */
function GroupChoice({ group, sketchId, onRemove }: GroupChoiceProps) {
  const { id, title, isInside, isWaiting, canRemove } = group
  const [add, remove] = [useAddToGroup(), useRemoveFromGroup()]
  const isBusy = add.isPending || remove.isPending
  const change = (checked: boolean) => {
    if (isBusy) return
    const entry = { groupId: id, sketchId }
    // Callbacks of `mutate` are skipped after the dialog has closed.
    if (!checked) {
      onRemove()
      return remove.mutateAsync(entry).catch(toastFailure)
    }
    return add
      .mutateAsync(entry)
      .then(({ state }) => toast(state === 'added' ? groupMessages.added(title) : groupMessages.queued(title)))
      .catch(toastFailure)
  }
  return (
    <Checkbox
      checked={isInside || isWaiting}
      disabled={!canRemove}
      aria-busy={isBusy}
      hint={hintOf(group)}
      onChange={(event) => void change(event.target.checked)}
    >
      {title}
    </Checkbox>
  )
}

function hintOf({ isOwn, isInside, isWaiting, canRemove }: Choice): string | null {
  if (isWaiting) return groupMessages.waiting
  if (!canRemove) return groupMessages.notYoursToRemove
  if (isOwn) return null
  return isInside ? groupMessages.notYours : groupMessages.notJoined
}
