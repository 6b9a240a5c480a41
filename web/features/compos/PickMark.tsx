import { Check } from 'lucide-react'
import { Icon } from '../../ui/Icon.tsx'
import styles from './PickMark.module.css'

/** Marks the picked sketch of a set. */
export const PickMark = () => (
  <span className={styles.mark}>
    <Icon of={Check} size={16} />
    Your pick
  </span>
)
