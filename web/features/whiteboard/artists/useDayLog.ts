import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { logReader, readCurrent } from '../log-reader.ts'
import { boardLogQuery } from '../queries.ts'
import type { BoardSession } from '../session/board-session.ts'
import { DayLog } from './day-log.ts'

/** Progress of loading: null before it starts, a share from 0 to 1, or `failed`. */
export type DayProgress = number | 'failed' | null

export type DayLogLoader = {
  loadDayLog: () => Promise<DayLog>
  progress: DayProgress
  /** Changes when the board is replaced, which invalidates the log. */
  epoch: number
}

/** The day's log, loaded on first use and kept up to date. */
export function useDayLog(session: BoardSession): DayLogLoader {
  const client = useQueryClient()
  const [progress, setProgress] = useState<DayProgress>(null)
  const [epoch, setEpoch] = useState(0)
  const current = useRef<{ dayLog: Promise<DayLog>; cancel: () => void } | null>(null)
  const discard = useCallback(() => {
    current.current?.cancel()
    current.current = null
    setProgress(null)
  }, [])
  useEffect(() => {
    const onBoard = () => {
      discard()
      setEpoch((epoch) => epoch + 1)
    }
    const stopReading = session.read({ onBoard, onFlush: () => undefined })
    return () => {
      stopReading()
      discard()
    }
  }, [session, discard])
  const loadDayLog = useCallback(() => {
    current.current ??= begin()
    return current.current.dayLog

    function begin() {
      const dayLog = new DayLog()
      const request = new AbortController()
      // The log must include this flush: later ones are added. After a rollback the board has a new number too.
      const { number: last } = session.shown
      const add = (number: number, text: string) => dayLog.add({ number, at: Date.now(), text })
      const stopReading = session.read({ onFlush: add, onBoard: () => undefined })
      const read = async () => {
        setProgress(0)
        const readLog = () => client.fetchQuery({ ...boardLogQuery, staleTime: 0 })
        const log = await readCurrent(readLog, (log) => log.last.number >= last, request.signal)
        await dayLog.read(log, logReader({ revision: log.revision, last }), request.signal, setProgress)
        setProgress(1)
        return dayLog
      }
      const reading = read()
      reading.catch(() => {
        if (request.signal.aborted) return
        discard()
        setProgress('failed')
      })
      const cancel = () => {
        request.abort()
        stopReading()
      }
      return { dayLog: reading, cancel }
    }
  }, [session, client, discard])
  return { loadDayLog, progress, epoch }
}
