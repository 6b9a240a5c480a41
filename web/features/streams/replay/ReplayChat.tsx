import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useMemo, useRef } from 'react'
import type { ReplayChatReply } from '../../../../contract/http/streams.ts'
import type { FoundPerson } from '../../../../contract/http/users.ts'
import { clockText, streamMessages } from '../../../lib/messages/streams.ts'
import { AvatarLink } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { MemberLink } from '../../../ui/MemberLink.tsx'
import { LineText } from '../../chat/lines/LineText.tsx'
import { useBlocked } from '../../users/blocked.ts'
import { peopleQuery } from '../../users/people.ts'
import { replayChatQuery } from '../queries.ts'
import styles from './Replay.module.css'
import type { ReplayPlayer } from './replay-player.ts'
import { useReplayState } from './replay-state.ts'
import { lineCountAt, withoutBlocked } from './seeking.ts'

type ReplayLine = ReplayChatReply['lines'][number]

const NAMED_AS_STORED: ReadonlyMap<number, FoundPerson> = new Map()
const NOBODY = { id: 0, nickname: '', avatar: null }
/** Maximum number of rendered lines. */
const SHOWN_MAX = 200

/** Chat of a stream up to the replay's position. */
export function ReplayChat({ streamId, player }: { streamId: number; player: ReplayPlayer | null }) {
  const { data, isError, refetch } = useQuery(replayChatQuery(streamId))
  const blocked = useBlocked()
  const lines = useMemo(() => withoutBlocked(data?.lines ?? [], blocked), [data, blocked])
  const members = useMemo(() => [...new Set(lines.flatMap(membersOf))], [lines])
  const { data: people } = useQuery({ ...peopleQuery(members), enabled: members.length > 0 })
  const shownCount = useReplayState(player, ({ positionMs }) => lineCountAt(lines, positionMs))
  const log = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new line
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [shownCount])
  return (
    <div
      ref={log}
      className={styles.log}
      role="log"
      aria-live="off"
      aria-label="Chat replay"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard
      tabIndex={0}
    >
      {isError && (
        <p role="alert">
          {streamMessages.chatFailed} <Button onClick={() => void refetch()}>Retry</Button>
        </p>
      )}
      {data && lines.length === 0 && <p className={styles.hint}>{streamMessages.noMessages}</p>}
      {shownCount === 0 && lines.length > 0 && <p className={styles.hint}>{streamMessages.noMessagesYet}</p>}
      {lines.slice(Math.max(0, shownCount - SHOWN_MAX), shownCount).map((line) => (
        <Line key={line.id} line={line} people={people ?? NAMED_AS_STORED} />
      ))}
    </div>
  )
}

const membersOf = ({ user, mentions = [] }: ReplayLine) => [user.id, ...mentions.map(({ userId }) => userId)]

type LineProps = { line: ReplayLine; people: ReadonlyMap<number, FoundPerson> }

const Line = memo(function Line({ line, people }: LineProps) {
  const { atMs, message, admin, mentions } = line
  const user: FoundPerson = people.get(line.user.id) ?? line.user
  const named = [user, ...(mentions ?? []).flatMap(({ userId }) => people.get(userId) ?? [])]
  return (
    <article className={styles.line}>
      <AvatarLink userId={user.id} nickname={user.nickname} avatar={user.avatar} />
      <div>
        <p className={styles.byline}>
          <MemberLink id={user.id} nickname={user.nickname} />
          {admin && <span>gloperator</span>}
          <span>{clockText(atMs)}</span>
        </p>
        <p>
          <LineText {...{ message, mentions }} people={named} me={NOBODY} emoticon={user.emoticon} />
        </p>
      </div>
    </article>
  )
})
