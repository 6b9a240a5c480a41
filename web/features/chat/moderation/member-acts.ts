import { Crown, DoorClosed, Eraser, Gavel, MicOff, UserRoundCog } from 'lucide-react'
import type { CurrentUser } from '../../../../contract/http/auth.ts'
import type { MenuEntry } from '../../../ui/Menu.tsx'
import type { RoomView } from '../session/room-view.ts'

/** Acts of moderators that concern a member. */
export type MemberAct = 'mute' | 'exclude' | 'appoint' | 'offer' | 'clear' | 'ban'

const ENTRIES: Record<MemberAct, Omit<MenuEntry, 'onAction'>> = {
  mute: { label: 'Mute', icon: MicOff },
  exclude: { label: 'Shut out', icon: DoorClosed },
  appoint: { label: 'Make helper', icon: UserRoundCog },
  offer: { label: 'Hand over the room', icon: Crown },
  clear: { label: 'Clear their messages', icon: Eraser },
  ban: { label: 'Ban or warn', icon: Gavel },
}

/** True for the owner of the room and staff, who appoint helpers. */
export const mayManage = ({ entered }: Pick<RoomView, 'entered'>, user: CurrentUser) =>
  user.gloperator || (entered !== null && entered.ownerId === user.id)

/** True for staff in a room that they do not own. They give a reason for their acts. */
export const actsAsStaff = ({ entered }: Pick<RoomView, 'entered'>, user: CurrentUser) =>
  user.gloperator && entered?.ownerId !== user.id

/** The acts that the user has on another member of the room, as entries of a menu. */
export function memberEntries(
  { entered }: Pick<RoomView, 'entered'>,
  { user, userId }: { user: CurrentUser; userId: number },
  open: (act: MemberAct) => void,
): MenuEntry[] {
  if (!entered?.moderator || userId === user.id) return []
  const isManager = mayManage({ entered }, user)
  const isOwner = entered.ownerId === userId
  const isOffered: Record<MemberAct, boolean> = {
    mute: true,
    exclude: !isOwner,
    appoint: isManager && !isOwner,
    offer: isManager && !isOwner && entered.kind === 'open',
    clear: true,
    ban: user.gloperator,
  }
  return (Object.keys(ENTRIES) as MemberAct[])
    .filter((act) => isOffered[act])
    .map((act) => ({ ...ENTRIES[act], onAction: () => open(act) }))
}
