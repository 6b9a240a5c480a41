import type { CSSProperties } from 'react'
import type { Person } from '../../../../contract/http/users.ts'
import { BOARD } from '../../../../contract/limits.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import type { Cursors } from '../session/cursors.ts'
import styles from './BoardStage.module.css'
import { type BoardTransform, toStage } from './board-view.ts'

const SIZE = 24

type CursorAvatarsProps = { cursors: Cursors; artists: ReadonlyMap<number, Person>; view: BoardTransform }

/** Avatars of other members at their last positions [2 §2 Whiteboard]. */
export function CursorAvatars({ cursors, artists, view }: CursorAvatarsProps) {
  return [...cursors].map(([client, { at }]) => {
    const person = artists.get(client)
    if (!person || at.x < 0 || at.y < 0 || at.x > BOARD.width || at.y > BOARD.height) return null
    const { x, y } = toStage(view, at)
    return (
      <span key={client} className={styles.cursor} style={{ translate: `${x}px ${y}px` } as CSSProperties}>
        <Avatar avatar={person.avatar} name={person.nickname} alt={`${person.nickname} is drawing`} size={SIZE} />
      </span>
    )
  })
}
