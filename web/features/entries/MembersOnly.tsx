import { Link } from '../../ui/Link.tsx'

type MembersOnlyProps = { group: { id: string; title: string }; className?: string | undefined }

/** Says that the viewer has to join a group to enter its challenge or compo. */
export function MembersOnly({ group: { id, title }, className }: MembersOnlyProps) {
  return (
    <p className={className}>
      Only members of <Link to={`/group/${id}`}>{title}</Link> can enter. Join the group to enter too.
    </p>
  )
}

/** The text of `MembersOnly`, for a first paint. */
export const membersOnlyText = (title: string) => `Only members of ${title} can enter. Join the group to enter too.`
