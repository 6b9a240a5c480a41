import { Skeleton } from '../../../ui/Skeleton.tsx'
import cards from './StreamCards.module.css'

const PLACEHOLDERS = [0, 1, 2, 3]

/** Cards in place of streams that are loading. */
export function StreamPlaceholders() {
  return PLACEHOLDERS.map((index) => (
    <li key={index} aria-hidden="true" className={cards.card}>
      <Skeleton ratio={16 / 9} />
    </li>
  ))
}
