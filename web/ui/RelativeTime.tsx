import { useState } from 'react'
import { fromWireTime, relativeTime } from '../../contract/time.ts'
import styles from './RelativeTime.module.css'

/** A time as "4 hours ago"; a tap turns it into the date and back [1 §4]. */
export function RelativeTime({ time }: { time: string }) {
  const [absolute, setAbsolute] = useState(false)
  const ms = fromWireTime(time)
  const date = new Date(ms)
  const full = date.toLocaleString('en', { dateStyle: 'long', timeStyle: 'short' })
  return (
    <button type="button" className={styles.time} title={full} onClick={() => setAbsolute(!absolute)}>
      <time dateTime={date.toISOString()}>{absolute ? full : relativeTime(ms, Date.now())}</time>
    </button>
  )
}
