import { useState } from 'react'
import { fromWireTime, relativeTime } from '../../contract/time.ts'
import { dateTimeText } from '../lib/format.ts'
import styles from './RelativeTime.module.css'

/** Time such as "4 hours ago"; a press toggles the date [1 §4]. */
export function RelativeTime({ time }: { time: string }) {
  const [absolute, setAbsolute] = useState(false)
  const ms = fromWireTime(time)
  const full = dateTimeText(ms)
  return (
    <button type="button" className={styles.time} title={full} onClick={() => setAbsolute(!absolute)}>
      <time dateTime={new Date(ms).toISOString()}>{absolute ? full : relativeTime(ms, Date.now())}</time>
    </button>
  )
}
