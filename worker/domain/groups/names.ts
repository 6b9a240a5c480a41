import type { Group } from '../../../contract/http/groups.ts'

/** Returns the group of a row with copies of its address and name, or null if the row is of none. */
export const groupNameOf = ({
  groupSlug,
  groupTitle,
}: {
  groupSlug: string | null
  groupTitle: string | null
}): Pick<Group, 'id' | 'title'> | null => (groupSlug === null ? null : { id: groupSlug, title: groupTitle ?? '' })
