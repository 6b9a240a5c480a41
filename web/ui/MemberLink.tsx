import { isDeletedMember } from '../../contract/deleted-member.ts'
import { Link } from './Link.tsx'

type MemberLinkProps = { id: number; nickname: string; className?: string | undefined }

/** A member's name, which leads to their page unless their account was deleted. */
export function MemberLink({ id, nickname, className }: MemberLinkProps) {
  if (isDeletedMember({ nickname })) return <span className={className}>{nickname}</span>
  return (
    <Link to={`/user/${id}`} className={className}>
      {nickname}
    </Link>
  )
}
