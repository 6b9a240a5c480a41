import { nicknameKey } from './text.ts'

/** The nickname of members whose account was deleted. Nobody can choose it. */
export const DELETED_MEMBER = 'deleted member'

/** True if a person is only a name for what a deleted member wrote, without a page. */
export const isDeletedMember = ({ nickname }: { nickname: string }) => nickname === DELETED_MEMBER

/** True for nicknames that would pass for a deleted member. */
export const isDeletedMemberName = (nickname: string) => nicknameKey(nickname) === DELETED_MEMBER
