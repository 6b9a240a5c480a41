import { nicknameKey } from './text.ts'

/** The nickname of members whose account was deleted. Nobody can choose it. */
export const DELETED_MEMBER = 'deleted member'

/** True if a person is the placeholder for a deleted member, who has no page. */
export const isDeletedMember = ({ nickname }: { nickname: string }) => nickname === DELETED_MEMBER

/** True for nicknames that could be taken for the placeholder of a deleted member. */
export const isDeletedMemberName = (nickname: string) => nicknameKey(nickname) === DELETED_MEMBER
