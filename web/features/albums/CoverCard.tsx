import type { ReactNode } from 'react'
import { Link } from '../../ui/Link.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AlbumCover, type AlbumCoverProps } from './AlbumCover.tsx'
import styles from './CoverCard.module.css'

const PLACEHOLDERS = [0, 1, 2, 3]

/** Class of the list around the cards. */
export const coverListClass = styles.list

type CoverCardProps = Pick<AlbumCoverProps, 'thumbnail' | 'icon'> & { to: string; title: string; facts: ReactNode }

/** Card that links to a collection of sketches: cover, title and facts. */
export function CoverCard({ to, title, facts, ...cover }: CoverCardProps) {
  return (
    <li>
      <Link to={to} className={styles.card}>
        <AlbumCover {...cover} />
        <span className={styles.title}>{title}</span>
        <span className={styles.facts}>{facts}</span>
      </Link>
    </li>
  )
}

/** Cards that are shown until the list has loaded. */
export function PlaceholderCards() {
  return PLACEHOLDERS.map((index) => (
    <li key={`placeholder ${index}`} aria-hidden="true">
      <Skeleton ratio={1} className={styles.placeholder} />
    </li>
  ))
}
