import type { ReactNode } from 'react'
import { Each, slot } from '../../ui/template.tsx'

type FirstTilesProps = {
  list: string
  label: string
  strip?: boolean
  /** A tile before the others. */
  lead?: ReactNode
}

/**
 * First-paint markup of justified rows: the tiles of `list`, placed by start-pictures.ts. In a `strip`, only the tiles
 * that fill its rows are shown.
 */
export function FirstTiles({ list, label, strip, lead }: FirstTilesProps) {
  return (
    <ul className="firstRows" aria-label={label} data-first-rows={strip ? 'strip' : ''}>
      {lead}
      <Each of={list}>
        <li className="firstTile">
          <a href={slot('href')}>
            <img
              src={slot('src')}
              srcSet={slot('srcSet')}
              sizes={slot('sizes')}
              alt={slot('alt')}
              fetchPriority={slot('priority') as 'high'}
              loading={slot('loading') as 'lazy'}
              className="firstPicture"
              width={slot('width')}
              height={slot('height')}
            />
          </a>
        </li>
      </Each>
    </ul>
  )
}
