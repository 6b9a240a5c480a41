import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { boardLogQuery, logReader } from '../queries.ts'
import type { BoardSession } from '../session/board-session.ts'
import { DayLog } from './day-log.ts'

/** Progress of loading: null before it starts, a share from 0 to 1, or `failed`. */
export type DayProgress = number | 'failed' | null

export type BoardDay = {
  day: () => Promise<DayLog>
  progress: DayProgress
  /** Changes when the board is replaced, which invalidates the log. */
  epoch: number
}

/** The day's log, loaded on first use and kept up to date. */
export function useDayLog(session: BoardSession): BoardDay {
  const client = useQueryClient()
  const [progress, setProgress] = useState<DayProgress>(null)
  const [epoch, setEpoch] = useState(0)
  const current = useRef<{ day: Promise<DayLog>; forget: () => void } | null>(null)
  const discard = useCallback(() => {
    current.current?.forget()
    current.current = null
    setProgress(null)
  }, [])
  useEffect(() => {
    const onBoard = () => {
      discard()
      setEpoch((epoch) => epoch + 1)
    }
    const unread = session.read({ onBoard, onFlush: () => undefined })
    return () => {
      unread()
      discard()
    }
  }, [session, discard])
  const day = useCallback(() => {
    current.current ??= begin()
    return current.current.day

    function begin() {
      const day = new DayLog()
      const request = new AbortController()
      const add = (number: number, text: string) => day.add({ number, at: Date.now(), text })
      const unread = session.read({ onFlush: add, onBoard: () => undefined })
      const read = async () => {
        setProgress(0)
        const log = await client.fetchQuery({ ...boardLogQuery, staleTime: 0 })
        await day.read(log, logReader(log.revision), request.signal, setProgress)
        setProgress(1)
        return day
      }
      const reading = read()
      reading.catch(() => {
        if (request.signal.aborted) return
        discard()
        setProgress('failed')
      })
      const discardThis = () => {
        request.abort()
        unread()
      }
      return { day: reading, forget: discardThis }
    }
  }, [session, client, discard])
  return { day, progress, epoch }
}
