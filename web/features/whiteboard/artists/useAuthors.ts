import { useCallback, useEffect, useState } from 'react'
import type { Person } from '../../../../contract/http/users.ts'
import type { BoardMark } from '../../../../contract/http/whiteboard.ts'
import { whiteboardMessages } from '../../../lib/messages/whiteboard.ts'
import { toast } from '../../../lib/toast.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { useStored } from '../../../lib/useStored.ts'
import { findPeople } from '../../users/people.ts'
import type { Point } from '../drawing/stroke.ts'
import type { BoardSession } from '../session/board-session.ts'
import type { BoardState, ShownBoard } from '../session/board-state.ts'
import type { DayLog } from './day-log.ts'
import { type DayProgress, useDayLog } from './useDayLog.ts'

/** Ids of members whose marks are hidden in this browser. */
const HIDDEN_CODEC = {
  parse: (stored: string | null): readonly number[] => (stored ?? '').split(' ').map(Number).filter(Boolean),
  serialize: (hidden: readonly number[]) => hidden.join(' '),
}

/** Artist of a mark, its time in milliseconds since 1970, and the mark for a report. */
export type ArtistAnswer = { person: Person; at: number; mark: BoardMark }

export type Authors = {
  /** Finds the last artist at a position of the board. */
  ask: (point: Point) => void
  answer: ArtistAnswer | null
  clearAnswer: () => void
  /** Loads the day's log. */
  loadDayLog: () => Promise<DayLog>
  /** Members who drew in the last day, by nickname. */
  listArtistsOfDay: () => Promise<Person[]>
  /** Members whose marks of the last day can be seen in a picture of the board, by nickname. */
  listArtistsIn: (shown: ShownBoard) => Promise<Person[]>
  hidden: readonly number[]
  setHidden: (userId: number, isHidden: boolean) => void
  showAll: () => void
  progress: DayProgress
}

/** Artists of the board, and the members whose marks are hidden. */
export function useAuthors(session: BoardSession, { hasBoard, artists }: BoardState): Authors {
  const { loadDayLog, progress, epoch } = useDayLog(session)
  const [answer, setAnswer] = useState<ArtistAnswer | null>(null)
  const [hidden, changeHidden] = useStored('whiteboard-hidden', HIDDEN_CODEC)
  useHiddenMarks({ session, loadDayLog, epoch, hidden: hasBoard ? hidden : null })
  const ask = useCallback(
    async (point: Point) => {
      try {
        const dayLog = await loadDayLog()
        const { shiftIndex } = session
        const author = await dayLog.findAuthorAt(point)
        const stored = author && (dayLog.artists.get(author.client) ?? artists.get(author.client))
        if (!author || !stored) {
          toast(whiteboardMessages.noArtistThere, { kind: 'plain' })
          return
        }
        const [person = stored] = await currentPeople([stored])
        const { client, flush, at } = author
        const [x, y] = [Math.round(point.x), Math.round(point.y)]
        setAnswer({ person, at, mark: { flush, client, shiftIndex, x, y } })
      } catch {
        toastFailure(whiteboardMessages.artistsFailed)
      }
    },
    [session, loadDayLog, artists],
  )
  const peopleOf = useCallback(
    async (clientsIn: (dayLog: DayLog) => Promise<Set<number>>) => {
      const dayLog = await loadDayLog()
      const people = [...(await clientsIn(dayLog))].flatMap(
        (client) => dayLog.artists.get(client) ?? session.state().artists.get(client) ?? [],
      )
      const byId = new Map(people.map((person) => [person.id, person]))
      return (await currentPeople([...byId.values()])).sort((a, b) => a.nickname.localeCompare(b.nickname))
    },
    [loadDayLog, session],
  )
  const setHidden = useCallback(
    (userId: number, isHidden: boolean) =>
      changeHidden((before) => [...before.filter((id) => id !== userId), ...(isHidden ? [userId] : [])]),
    [changeHidden],
  )
  return {
    ...{ answer, loadDayLog, hidden, setHidden, progress },
    listArtistsOfDay: useCallback(() => peopleOf((dayLog) => dayLog.clientsWhoDrew()), [peopleOf]),
    listArtistsIn: useCallback((shown) => peopleOf((dayLog) => dayLog.clientsIn(shown)), [peopleOf]),
    ask: useCallback((point) => void ask(point), [ask]),
    clearAnswer: useCallback(() => setAnswer(null), []),
    showAll: useCallback(() => changeHidden([]), [changeHidden]),
  }
}

type HidingOptions = Pick<Authors, 'loadDayLog'> & {
  session: BoardSession
  epoch: number
  /** Null until the board is loaded. */
  hidden: readonly number[] | null
}

/** Hides the marks of some members; the day's log shows what is below them. */
function useHiddenMarks({ session, loadDayLog, epoch, hidden }: HidingOptions): void {
  const key = hidden?.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new board needs a new log
  useEffect(() => {
    const ids = new Set(key?.split(' ').filter(Boolean).map(Number))
    if (ids.size === 0) {
      session.showPartial(null)
      return
    }
    let isCancelled = false
    const hide = async () => {
      const dayLog = await loadDayLog()
      const clients = dayLog.clientsOf(
        (userId) => ids.has(userId),
        () => session.state().artists,
      )
      const { board } = await dayLog.boardWithout({ clients, area: null, since: 0 }, session.shiftIndex)
      if (!isCancelled) session.showPartial({ board, clients })
    }
    hide().catch(() => {
      if (!isCancelled) toastFailure(whiteboardMessages.artistsFailed)
    })
    return () => {
      isCancelled = true
    }
  }, [session, loadDayLog, key, epoch])
}

/** Members as they are now; the board stores names with its marks. A failed look-up leaves them as stored. */
async function currentPeople(stored: readonly Person[]): Promise<Person[]> {
  const found = await findPeople(stored.map(({ id }) => id)).catch(() => null)
  return stored.map((person) => found?.get(person.id) ?? person)
}
