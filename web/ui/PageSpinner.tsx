import { useEffect, useState } from 'react'
import styles from './PageSpinner.module.css'
import { Spinner } from './Spinner.tsx'

const PATIENCE_MS = 1500

/** The wait for a whole page; shows nothing for the first 1.5 s, so that quick pages do not flicker. */
export function PageSpinner() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.page} role="status">
      {late && <Spinner />}
    </div>
  )
}
