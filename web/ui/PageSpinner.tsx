import { useEffect, useState } from 'react'
import { SPINNER_DELAY_MS } from '../../contract/limits.ts'
import styles from './PageSpinner.module.css'
import { Spinner } from './Spinner.tsx'

/** The wait for a whole page; shows nothing for the first 1.5 s, so that quick pages do not flicker. */
export function PageSpinner() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SPINNER_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.page} role="status">
      {late && <Spinner />}
    </div>
  )
}
