import type { Group } from '../../../contract/http/groups.ts'

/** Returns the group whose slug and name are copied in a row; null for a row without a group. */
export const groupNameOf = ({
  groupSlug,
  groupTitle,
}: {
  groupSlug: string | null
  groupTitle: string | null
}): Pick<Group, 'id' | 'title'> | null => (groupSlug === null ? null : { id: groupSlug, title: groupTitle ?? '' })
